import { isVisitors, type Message } from '../../api/message';
import {
  addPart,
  isStep,
  joinText,
  type MessagePart,
  type ReasoningPart,
  type StepPart,
  type ToolPart,
} from '../../api/parts';
import type { ErrorCode } from '../../errors';
import type { Fact, FactOf } from '../events';
import { type ConversationState, type LiveReply, messageKey, type ReplyFailure } from '../state';

/** A reply that another page or tab has streamed so far. */
export function toLiveReply(reply: FactOf<'reply-restored'>['reply']): LiveReply {
  const { answers, runId, messageId } = reply;
  return { ...reply, answers, runId, messageId, text: joinText(reply.parts), sendId: answers };
}

/** Facts about a reply in progress. Each may arrive twice when a stream is read again. */
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
      return addReasoning(reply, fact);
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
 * Appends only text beyond the current end. A delta that starts after the end is refused, because text before it is
 * missing.
 */
function addText(reply: LiveReply, { offset, text }: FactOf<'text-delta'>): LiveReply {
  const known = reply.text.length - offset;
  // Text is missing before it: from now on the stream must be read from the start.
  if (known < 0 && reply.cursor !== undefined) return { ...reply, cursor: undefined };
  if (known < 0 || known >= text.length) return reply;
  const rest = text.slice(known);
  const parts = addPart(reply.parts, { type: 'text', text: rest });
  return { ...reply, state: 'writing', parts, text: reply.text + rest };
}

function addReasoning(reply: LiveReply, { index, offset, text, startedAt }: FactOf<'reasoning-delta'>): LiveReply {
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

/** The parts of an ended reply, with every open part closed. Undefined if it consists of text only. */
export function endParts(parts: readonly MessagePart[], endedAt: number): MessagePart[] | undefined {
  if (!parts.some(isStep)) return undefined;
  return parts.map((part) => {
    if (part.type === 'text' || part.endedAt != null) return part;
    return part.type === 'tool' ? { ...part, state: 'failed' as const, endedAt } : { ...part, endedAt };
  });
}

/** The parts of a reply whose full text is known at its end; text that the stream lacked is appended. */
export function withText(parts: readonly MessagePart[], text: string): readonly MessagePart[] {
  const known = joinText(parts);
  if (known.trim() === text.trim()) return parts;
  return text.startsWith(known)
    ? addPart(parts, { type: 'text', text: text.slice(known.length) })
    : [...parts.filter(isStep), { type: 'text', text }];
}

export function isReasoning(part: MessagePart): part is ReasoningPart {
  return part.type === 'reasoning';
}

/** Error codes for which a retry is useless; a content filter reports `UNPROCESSABLE_ENTITY`. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'NO_SUBSCRIPTION',
  'LIMITS_REACHED',
  'NOT_AUTHORIZED',
  'UNPROCESSABLE_ENTITY',
  'disabled',
]);

export function toFailure(answers: string | undefined, code: string, message: string): ReplyFailure {
  return { answers, code: code as ErrorCode, message, canRetry: !FINAL_CODES.has(code) };
}

export function hasContent({ parts }: LiveReply): boolean {
  return parts.length > 0;
}

/** Turns an interrupted reply into a message, because the visitor has read it; undefined if nothing was written. */
export function toBrokenMessage(
  messages: readonly Message[],
  reply: LiveReply,
  { code, message }: ReplyFailure,
): Message | undefined {
  if (!hasContent(reply)) return undefined;
  const { end: _, ...broken } = toMessage(messages, reply);
  return { ...broken, failure: { code, message } };
}

/** Turns a reply into a message; a continuation keeps the fields of the reply it continues, except its text. */
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
  // No message records the failure of a first reply of the bot or of a regenerated reply.
  if (reply || !last?.failure) return known?.answers === undefined ? known : undefined;
  const question = messages.findLast((message) => isSpoken(message) && isVisitors(message));
  const answers = question && messageKey(question);
  const replaces = last === question ? undefined : last.id;
  if (known?.answers === answers && known?.replaces === replaces) return known;
  return { ...toFailure(answers, last.failure.code, last.failure.message), replaces };
}

export function isUnfinished({ type, end, failure }: Message): boolean {
  return type === 'bot' && (end != null || failure != null);
}
