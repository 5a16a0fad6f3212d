import type { ErrorCode } from '../../errors';
import { isVisitors, messageKey, type Message } from '../../api/message';
import type { MessagePart, ToolPart } from '../../api/parts';
import type { ConversationState, LiveReply, ReplyFailure, ReplyStep } from '../state';

/** What happens to the steps of a reply. All of it may come twice, when a stream is read again. */
export type StepEvent =
  | { readonly type: 'tool-began'; readonly tool: ToolPart }
  | {
      readonly type: 'tool-ended';
      readonly callId: string;
      readonly state: 'done' | 'failed' | 'refused';
      readonly output?: ToolPart['output'];
      readonly error?: string | null | undefined;
      readonly endedAt: number;
    }
  /** @property index - which time of thinking it is, from 0; @property offset - where the text begins in it */
  | {
      readonly type: 'reasoning-delta';
      readonly index: number;
      readonly offset: number;
      readonly text: string;
      readonly startedAt: number;
    }
  | { readonly type: 'reasoning-ended'; readonly index: number; readonly endedAt: number };

/** The steps after something happened; the same reference when nothing changed. */
export function reduceSteps(steps: readonly ReplyStep[], event: StepEvent, textLength: number): readonly ReplyStep[] {
  switch (event.type) {
    case 'tool-began':
      return steps.some((step) => step.type === 'tool' && step.callId === event.tool.callId)
        ? steps
        : [...steps, { ...event.tool, at: textLength }];
    case 'tool-ended': {
      const { callId, state, output, error, endedAt } = event;
      return steps.map((step) =>
        step.type === 'tool' && step.callId === callId ? { ...step, state, output, error, endedAt } : step,
      );
    }
    case 'reasoning-delta':
      return think(steps, event, textLength);
    case 'reasoning-ended': {
      const ended = steps.filter(isReasoning)[event.index];
      return ended && ended.endedAt == null
        ? steps.map((step) => (step === ended ? { ...ended, endedAt: event.endedAt } : step))
        : steps;
    }
  }
}

function think(
  steps: readonly ReplyStep[],
  { index, offset, text, startedAt }: Extract<StepEvent, { type: 'reasoning-delta' }>,
  textLength: number,
): readonly ReplyStep[] {
  const known = steps.filter(isReasoning);
  const thought = known[index];
  if (!thought)
    return index === known.length && offset === 0
      ? [...steps, { type: 'reasoning', text, startedAt, at: textLength }]
      : steps;
  const overlap = thought.text.length - offset;
  if (overlap < 0 || overlap >= text.length) return steps;
  return steps.map((step) => (step === thought ? { ...thought, text: thought.text + text.slice(overlap) } : step));
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

/** What a reply that broke off has become: a message, because it has been read; undefined when nothing was written. */
export function toBrokenMessage(reply: LiveReply, { code, message }: ReplyFailure): Message | undefined {
  return reply.text === '' ? undefined : { ...toMessage(reply), failure: { code, message } };
}

/** What there is of a reply, as a message. */
export function toMessage({ key, messageId = key, text, steps, startedAt }: LiveReply): Message {
  const parts = toEndedParts(text, steps, startedAt);
  return { id: messageId, originalMessageId: key, type: 'bot', text, createdAt: startedAt, ...(parts && { parts }) };
}

/**
 * What the newest message of a stored conversation says went wrong with its reply; the same reference when that is
 * known.
 */
export function readFailure({ messages, failure: known, reply }: ConversationState): ReplyFailure | undefined {
  const isSpoken = ({ type, extra }: Message): boolean =>
    type !== 'context' && extra?.visible !== false && !extra?.local;
  const last = messages.findLast(isSpoken);
  // What the bot was asked to begin with, or another version of a reply, is written on no message.
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
