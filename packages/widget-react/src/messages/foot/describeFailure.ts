import type { ReplyFailure, WordMap } from '@sotto/widget-core';

/** The owner's business, not the visitor's (contract 1.3). */
const CLOSED: ReadonlySet<string> = new Set(['LIMITS_REACHED', 'NO_SUBSCRIPTION', 'disabled']);
/** Somewhere on the way to the model and back something broke. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'INTERNAL_SERVER_ERROR',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'TIMEOUT',
  'GONE',
  'NETWORK',
]);

/** Why there is no reply, in the visitor's language where it has words for it. */
export function describeFailure({ code, message }: Pick<ReplyFailure, 'code' | 'message'>, words: WordMap): string {
  if (CLOSED.has(code)) return words.busy;
  return UNAVAILABLE.has(code) ? words.replyFailed : message;
}
