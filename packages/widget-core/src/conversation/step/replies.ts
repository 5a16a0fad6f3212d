import type { ErrorCode } from '../../errors';
import { isVisitors, messageKey, type Message } from '../../api/message';
import type { MessagePart } from '../../api/parts';
import type { Fact } from '../events';
import type { ConversationState, LiveReply, ReplyFailure, ReplyStep } from '../state';

/** A reply that begins. With `continues`, as the rest of what stands there. */
export function startReply(
  messages: readonly Message[],
  { key, answers, replaces, continues, startedAt, sendId }: Extract<Fact, { type: 'reply-start' }>,
): LiveReply {
  const stood = messages.find(({ id }) => id === continues);
  return {
    key,
    answers,
    replaces: replaces ?? continues,
    runId: undefined,
    messageId: continues,
    state: 'thinking',
    text: stood?.text ?? '',
    steps: toSteps(stood?.parts ?? []),
    activities: [],
    isReconnecting: false,
    startedAt,
    sendId: sendId ?? answers,
  };
}

/** A reply that another page or tab has written of until now. */
export function toLiveReply(reply: Extract<Fact, { type: 'reply-restored' }>['reply']): LiveReply {
  return { ...reply, answers: reply.answers, runId: reply.runId, messageId: reply.messageId, sendId: reply.answers };
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
  const { steps, text, activities } = reply;
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
      return steps.some((step) => step.type === 'tool' && step.callId === fact.tool.callId)
        ? reply
        : { ...reply, steps: [...steps, { ...fact.tool, at: text.length }] };
    case 'tool-ended': {
      const { type: _, key: __, ...ended } = fact;
      const tool = steps.find((step) => step.type === 'tool' && step.callId === ended.callId);
      return withStep(reply, tool, ended);
    }
    case 'reasoning-delta':
      return think(reply, fact);
    case 'reasoning-ended': {
      const ended = steps.filter(isReasoning)[fact.index];
      return ended?.endedAt == null ? withStep(reply, ended, { endedAt: fact.endedAt }) : reply;
    }
  }
}

function withStep<Step extends ReplyStep>(reply: LiveReply, step: Step | undefined, change: Partial<Step>): LiveReply {
  if (!step) return reply;
  return { ...reply, steps: reply.steps.map((known) => (known === step ? { ...step, ...change } : known)) };
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
  return { ...reply, state: 'writing', text: reply.text + (known === 0 ? text : text.slice(known)) };
}

function think(
  reply: LiveReply,
  { index, offset, text, startedAt }: Extract<Fact, { type: 'reasoning-delta' }>,
): LiveReply {
  const known = reply.steps.filter(isReasoning);
  const thought = known[index];
  if (!thought)
    return index === known.length && offset === 0
      ? { ...reply, steps: [...reply.steps, { type: 'reasoning', text, startedAt, at: reply.text.length }] }
      : reply;
  const overlap = thought.text.length - offset;
  if (overlap < 0 || overlap >= text.length) return reply;
  return withStep(reply, thought, { text: thought.text + text.slice(overlap) });
}

/** A reply in its parts, in the order in which they came. */
export function toParts(text: string, steps: readonly ReplyStep[]): readonly MessagePart[] {
  let from = 0;
  const parts = steps.flatMap(({ at, ...step }): MessagePart[] => {
    const before = text.slice(from, at);
    from = Math.max(from, at);
    return before === '' ? [step] : [{ type: 'text', text: before }, step];
  });
  return from < text.length ? [...parts, { type: 'text', text: text.slice(from) }] : parts;
}

/** The steps of a reply that has been stored in parts. */
export function toSteps(parts: readonly MessagePart[]): readonly ReplyStep[] {
  let at = 0;
  return parts.flatMap((part): ReplyStep[] => {
    if (part.type !== 'text') return [{ ...part, at }];
    at += part.text.length;
    return [];
  });
}

/** The parts of a reply that has ended: nothing goes on in it. Undefined when it is words only. */
export function toEndedParts(text: string, steps: readonly ReplyStep[], endedAt: number): MessagePart[] | undefined {
  if (steps.length === 0) return undefined;
  return toParts(text, steps).map((part) => {
    if (part.type === 'text' || part.endedAt != null) return part;
    return part.type === 'tool' ? { ...part, state: 'failed' as const, endedAt } : { ...part, endedAt };
  });
}

function isReasoning<Step extends { readonly type: string }>(
  step: Step,
): step is Extract<Step, { readonly type: 'reasoning' }> {
  return step.type === 'reasoning';
}

const FINAL_CODES: ReadonlySet<string> = new Set(['NO_SUBSCRIPTION', 'LIMITS_REACHED', 'NOT_AUTHORIZED', 'disabled']);

/** A reply that did not come, with whether trying again makes sense. */
export function toFailure(answers: string | undefined, code: string, message: string): ReplyFailure {
  return { answers, code: code as ErrorCode, message, canRetry: !FINAL_CODES.has(code) };
}

/** Whether there is anything of a reply to keep: text, or what the bot did. */
export function hasContent({ text, steps }: LiveReply): boolean {
  return text !== '' || steps.length > 0;
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
  const { key, messageId = key, text, steps, startedAt } = reply;
  const { failure: _, ...continued } = messages.find(({ id }) => id === messageId && id === reply.replaces) ?? {};
  const parts = toEndedParts(text, steps, startedAt);
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
