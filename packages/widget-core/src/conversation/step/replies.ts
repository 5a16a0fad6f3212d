import type { ErrorCode } from '../../errors';
import { isVisitors, messageKey, type Message } from '../../api/message';
import {
  addPart,
  isStep,
  joinText,
  messageParts,
  type MessagePart,
  type ReasoningPart,
  type StepPart,
  type ToolPart,
} from '../../api/parts';
import type { Fact } from '../events';
import type { ConversationState, LiveReply, ReplyFailure } from '../state';

/** A reply that begins. With `continues`, as the rest of what stands there. */
export function startReply(
  messages: readonly Message[],
  { key, answers, replaces, continues, startedAt, sendId }: Extract<Fact, { type: 'reply-start' }>,
): LiveReply {
  const stood = messages.find(({ id }) => id === continues);
  const parts = stood ? messageParts(stood) : [];
  return {
    key,
    answers,
    replaces: replaces ?? continues,
    runId: undefined,
    messageId: continues,
    state: 'thinking',
    parts,
    text: joinText(parts),
    activities: [],
    isReconnecting: false,
    startedAt,
    sendId: sendId ?? answers,
  };
}

/** A reply that another page or tab has written of until now. */
export function toLiveReply(reply: Extract<Fact, { type: 'reply-restored' }>['reply']): LiveReply {
  const { answers, runId, messageId } = reply;
  return { ...reply, answers, runId, messageId, text: joinText(reply.parts), sendId: answers };
}

/** What happens to a reply while it is written. All of it may come twice, when a stream is read again. */
export type ReplyFact = Extract<
  Fact,
  {
    type:
      | 'reply-identified'
      | 'reply-reconnecting'
      | 'text-delta'
      | 'activity-added'
      | 'tool-began'
      | 'tool-ended'
      | 'reasoning-delta'
      | 'reasoning-ended';
  }
>;

/** A reply after something happened; the same reference when nothing changed. */
export function reduceReply(reply: LiveReply, fact: ReplyFact): LiveReply {
  const { parts, activities } = reply;
  switch (fact.type) {
    case 'reply-identified':
      return { ...reply, runId: fact.runId, messageId: fact.messageId };
    case 'reply-reconnecting':
      return { ...reply, isReconnecting: fact.isReconnecting };
    case 'text-delta':
      return addText(reply, fact);
    case 'activity-added':
      return activities.some(({ id }) => id === fact.activity.id)
        ? reply
        : { ...reply, activities: [...activities, fact.activity] };
    case 'tool-began':
      return findTool(parts, fact.tool.callId) ? reply : { ...reply, parts: [...parts, fact.tool] };
    case 'tool-ended': {
      const { type: _, key: __, ...ended } = fact;
      return withStep(reply, findTool(parts, ended.callId), ended);
    }
    case 'reasoning-delta':
      return think(reply, fact);
    case 'reasoning-ended': {
      const ended = parts.filter(isReasoning)[fact.index];
      return ended?.endedAt == null ? withStep(reply, ended, { endedAt: fact.endedAt }) : reply;
    }
  }
}

function withStep<Step extends StepPart>(reply: LiveReply, step: Step | undefined, change: Partial<Step>): LiveReply {
  if (!step) return reply;
  return { ...reply, parts: reply.parts.map((known) => (known === step ? { ...step, ...change } : known)) };
}

function findTool(parts: readonly MessagePart[], callId: string): ToolPart | undefined {
  return parts.find((part): part is ToolPart => part.type === 'tool' && part.callId === callId);
}

/**
 * Adds only what goes beyond the text so far; a delta that begins behind its end has lost something before it and is
 * refused.
 */
function addText(reply: LiveReply, { offset, text }: Extract<Fact, { type: 'text-delta' }>): LiveReply {
  const known = reply.text.length - offset;
  // Text is missing before it: from now on only the start of the run is safe.
  if (known < 0 && reply.cursor !== undefined) return { ...reply, cursor: undefined };
  if (known < 0 || known >= text.length) return reply;
  const rest = text.slice(known);
  const parts = addPart(reply.parts, { type: 'text', text: rest });
  return { ...reply, state: 'writing', parts, text: reply.text + rest };
}

function think(
  reply: LiveReply,
  { index, offset, text, startedAt }: Extract<Fact, { type: 'reasoning-delta' }>,
): LiveReply {
  const known = reply.parts.filter(isReasoning);
  const thought = known[index];
  if (!thought)
    return index === known.length && offset === 0
      ? { ...reply, parts: [...reply.parts, { type: 'reasoning', text, startedAt }] }
      : reply;
  const overlap = thought.text.length - offset;
  if (overlap < 0 || overlap >= text.length) return reply;
  return withStep(reply, thought, { text: thought.text + text.slice(overlap) });
}

/** The parts of a reply that has ended: nothing goes on in it. Undefined when it is words only. */
export function endParts(parts: readonly MessagePart[], endedAt: number): MessagePart[] | undefined {
  if (!parts.some(isStep)) return undefined;
  return parts.map((part) => {
    if (part.type === 'text' || part.endedAt != null) return part;
    return part.type === 'tool' ? { ...part, state: 'failed' as const, endedAt } : { ...part, endedAt };
  });
}

/** Parts of a reply whose whole text is known at its end: words that did not come in its stream stand behind them. */
export function withText(parts: readonly MessagePart[], text: string): readonly MessagePart[] {
  const known = joinText(parts);
  if (known.trim() === text.trim()) return parts;
  return text.startsWith(known)
    ? addPart(parts, { type: 'text', text: text.slice(known.length) })
    : [...parts.filter(isStep), { type: 'text', text }];
}

/** Whether a part is a time of thinking. */
export function isReasoning(part: MessagePart): part is ReasoningPart {
  return part.type === 'reasoning';
}

/** Codes of failures that another try does not change; `UNPROCESSABLE_ENTITY` is also what a filter has cut. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'NO_SUBSCRIPTION',
  'LIMITS_REACHED',
  'NOT_AUTHORIZED',
  'UNPROCESSABLE_ENTITY',
  'disabled',
]);

/** A reply that did not come, with whether trying again makes sense. */
export function toFailure(answers: string | undefined, code: string, message: string): ReplyFailure {
  return { answers, code: code as ErrorCode, message, canRetry: !FINAL_CODES.has(code) };
}

/** Whether there is anything of a reply to keep: text, or what the bot did. */
export function hasContent({ parts }: LiveReply): boolean {
  return parts.length > 0;
}

/** The message of a reply that broke off, because it has been read; undefined when nothing was written. */
export function toBrokenMessage(
  messages: readonly Message[],
  reply: LiveReply,
  { code, message }: ReplyFailure,
): Message | undefined {
  if (!hasContent(reply)) return undefined;
  const { end: _, ...broken } = toMessage(messages, reply);
  return { ...broken, failure: { code, message } };
}

/** What there is of a reply, as a message; the rest of a reply keeps what that one had besides its text. */
export function toMessage(messages: readonly Message[], reply: LiveReply): Message {
  const { key, messageId = key, text, startedAt } = reply;
  const { failure: _, ...continued } = messages.find(({ id }) => id === messageId && id === reply.replaces) ?? {};
  const parts = endParts(reply.parts, startedAt);
  return {
    createdAt: startedAt,
    ...continued,
    id: messageId,
    originalMessageId: key,
    type: 'bot',
    text,
    ...(parts && { parts }),
  };
}

/**
 * The failure of the reply to the newest stored message; the same reference if that is already known.
 */
export function readFailure({ messages, failure: known, reply }: ConversationState): ReplyFailure | undefined {
  const isSpoken = ({ type, extra }: Message): boolean =>
    type !== 'context' && extra?.visible !== false && !extra?.local;
  const last = messages.findLast(isSpoken);
  const { continues } = known ?? {};
  if (continues !== undefined && !messages.some((message) => message.id === continues && isUnfinished(message)))
    return undefined;
  // A failed first reply of the bot, or another version of a reply, is recorded on no message.
  if (reply || !last?.failure) return known?.answers === undefined ? known : undefined;
  const question = messages.findLast((message) => isSpoken(message) && isVisitors(message));
  const answers = question && messageKey(question);
  const replaces = last === question ? undefined : last.id;
  if (known?.answers === answers && known?.replaces === replaces) return known;
  return { ...toFailure(answers, last.failure.code, last.failure.message), replaces };
}

/** Whether a reply has ended before its end. */
export function isUnfinished({ type, end, failure }: Message): boolean {
  return type === 'bot' && (end != null || failure != null);
}
