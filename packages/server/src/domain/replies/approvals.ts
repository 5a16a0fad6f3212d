import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Channels } from '../../events/channels';
import { withApproval, type ActingTool } from '../../model/tools/approval';
import type { TurnChannels } from '../../model/tools/clientFunctions';
import type { Tool } from '../../model/tools/tool';
import type { Audit, AuditAction } from '../accounts/audit';

/** Makes tools of the server that act ask the visitor of a conversation first. */
export interface Approvals {
  /** @param canWait - whether the caller reads a stream, and so can be asked */
  guard(
    place: { conversation: Conversation; widget: Widget },
    canWait: boolean,
  ): (tool: Tool, acting: ActingTool) => Tool;
}

const ACTIONS = { ask: 'tool.ask', answer: 'tool.answer', call: 'tool.call' } as const satisfies Record<
  string,
  AuditAction
>;

/** Asks through the channels of the conversation. Question, answer and call are rows of the audit log. */
export function createApprovals({ channels, audit }: { channels: Channels; audit: Audit }): Approvals {
  return {
    guard: ({ conversation, widget }, canWait) => {
      const options = {
        channels: turnChannels(channels, conversation.id),
        canWait,
        note: ({ type, callId, tool, outcome }: Parameters<Parameters<typeof withApproval>[2]['note']>[0]) =>
          audit.append({
            action: ACTIONS[type],
            // What is tried out on the Hub concerns who tries it.
            accountId: (conversation.trial ? conversation.payerId : widget.ownerId) ?? undefined,
            actor: type === 'answer' && outcome !== 'unreachable' ? 'visitor' : 'server',
            actorId: type === 'answer' && outcome !== 'unreachable' ? conversation.id : undefined,
            target: { type: 'conversation', id: conversation.id },
            details: { tool, callId, ...(outcome !== undefined && { outcome }) },
          }),
      };
      return (tool, acting) => withApproval(tool, acting, options);
    },
  };
}

/** Where the turns of a conversation wait for a browser. */
export function turnChannels(channels: Channels, conversationId: string): TurnChannels {
  return {
    open: () => channels.open(conversationId),
    claim: (channel) => channels.claim(channel, conversationId),
    wait: (channel, timeoutMs, signal) => channels.wait(channel, timeoutMs, signal),
  };
}
