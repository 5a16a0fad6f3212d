import type { ErrorCode } from '../errors';
import type { Message } from '../api/message';
import { messageKey, type ConversationState, type LiveReply, type ReplyFailure } from './conversationState';
import { isVisitors } from './history';

const FINAL_CODES: ReadonlySet<string> = new Set(['NO_SUBSCRIPTION', 'LIMITS_REACHED', 'NOT_AUTHORIZED', 'disabled']);

/** A reply that did not come, with whether trying again makes sense. */
export function toFailure(answers: string | undefined, code: string, message: string): ReplyFailure {
  return { answers, code: code as ErrorCode, message, canRetry: !FINAL_CODES.has(code) };
}

/** What a reply that broke off has become: a message, because it has been read; undefined when nothing was written. */
export function toBrokenMessage({ key, messageId = key, text, startedAt }: LiveReply, { code, message }: ReplyFailure): Message | undefined {
  return text === '' ? undefined : { id: messageId, originalMessageId: key, type: 'bot', text, createdAt: startedAt, failure: { code, message } };
}

/** What the newest message of a stored conversation says went wrong with its reply; the same reference when that is known. */
export function readFailure({ messages, failure: known, reply }: ConversationState): ReplyFailure | undefined {
  const isSaid = ({ type, extra }: Message): boolean => type !== 'context' && extra?.visible !== false && !extra?.local;
  const last = messages.findLast(isSaid);
  // What the bot was asked to begin with, or another version of a reply, is written on no message.
  if (reply || !last?.failure) return known?.answers === undefined ? known : undefined;
  const question = messages.findLast((message) => isSaid(message) && isVisitors(message));
  const answers = question && messageKey(question);
  const replaces = last === question ? undefined : last.id;
  if (known?.answers === answers && known?.replaces === replaces) return known;
  return { ...toFailure(answers, last.failure.code, last.failure.message), replaces };
}
