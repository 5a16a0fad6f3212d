import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Channels } from '../../events/channels';
import { withApproval, withoutActing, type ActingTool, type ApprovalNote } from '../../model/tools/approval';
import type { TurnChannels } from '../../model/tools/clientFunctions';
import type { Tool } from '../../model/tools/tool';
import type { Audit, AuditAction } from '../accounts/audit';

/** Requires the visitor's approval for server tools that change something. */
export interface Approvals {
  /** @param canWait - whether the caller reads a stream and can show the question */
  guard(
    place: { conversation: Conversation; widget: Widget },
    canWait: boolean,
  ): (tool: Tool, acting: ActingTool) => Tool;
}

const ACTIONS = { ask: 'tool.ask', answer: 'tool.answer', call: 'tool.call' } as const satisfies Record<
  string,
  AuditAction
>;

/** Requests approval through the conversation's channels. Question, answer and call are rows of the audit log. */
export function createApprovals({ channels, audit }: { channels: Channels; audit: Audit }): Approvals {
  return {
    guard: ({ conversation, widget }, canWait) => {
      if (conversation.checkId !== null) return withoutActing;
      const options = {
        channels: turnChannels(channels, conversation.id),
        canWait,
        note: (note: ApprovalNote) => noteApproval(audit, { conversation, widget }, note),
      };
      return (tool, acting) => withApproval(tool, acting, options);
    },
  };
}

/** Writes a question, an answer or a call of a tool that changes something to the audit log. */
export async function noteApproval(
  audit: Audit,
  { conversation, widget }: { conversation: Conversation; widget: Widget },
  { type, callId, tool, outcome }: ApprovalNote,
): Promise<void> {
  const isVisitors = type === 'answer' && outcome !== 'unreachable';
  await audit.append({
    action: ACTIONS[type],
    // Trials on the Hub concern the person trying, not the owner.
    accountId: (conversation.trial ? conversation.payerId : widget.ownerId) ?? undefined,
    actor: isVisitors ? 'visitor' : 'server',
    actorId: isVisitors ? conversation.id : undefined,
    target: { type: 'conversation', id: conversation.id },
    details: { tool, callId, ...(outcome !== undefined && { outcome }) },
  });
}

/** Channels on which turns wait for a browser. */
export function turnChannels(channels: Channels, conversationId: string): TurnChannels {
  return {
    open: () => channels.open(conversationId),
    claim: (channel) => channels.claim(channel, conversationId),
    wait: (channel, timeoutMs, signal) => channels.wait(channel, timeoutMs, signal),
  };
}
