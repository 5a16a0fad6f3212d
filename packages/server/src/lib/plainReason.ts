import { cutText } from '@sotto/widget-core/internal/server';
import { DrizzleQueryError } from 'drizzle-orm';
import { causeCode } from './causeCode';

/** Maximum length of a reason, in characters; longer ones are cut first. */
const MAX_LENGTH = 300;

/** The innermost error; the first one of several attempts. */
export function deepestCause(error: Error): Error {
  let deepest = error;
  while (deepest.cause instanceof Error && deepest.cause !== deepest) deepest = deepest.cause;
  if (deepest instanceof AggregateError && deepest.errors[0] instanceof Error) return deepestCause(deepest.errors[0]);
  return deepest;
}

/** Reason of a failure in one line. Messages of drivers contain addresses and names, but no passwords. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const deepest = deepestCause(thrown);
  return (deepest.message || deepest.name).split('\n', 1)[0] ?? '';
}

/** Removes keys, because endpoints repeat them in errors, in whole or in part. */
export function withoutKeys(text: string): string {
  return text.replace(/\b(?:sk|pk|key|Bearer)[-_ ][\w*.-]{6,}/gi, '[key]');
}

/** Error classes whose messages are written by JavaScript or our code; those of libraries may contain any text. */
const KNOWN_KINDS = new Set([
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
]);
const LEFT_OUT = 'Details are left out because they may contain parts of a conversation';

/**
 * Reason of a failure for the log, without quoted text, email addresses, paths, phone numbers, keys and tokens.
 * Databases quote values, parsers quote their input, and the system quotes paths.
 *
 * @param mayHaveWords - whether a plain error may come from a model or tool, which repeat user input
 */
export function plainReason(thrown: unknown, mayHaveWords = false): string {
  if (!(thrown instanceof Error)) return `A ${typeof thrown} was thrown`;
  const deepest = deepestCause(thrown);
  const kind = [deepest.name, causeCode(thrown)].filter(Boolean).join(' ');
  if (deepest.message === '') return kind;
  const text = withoutKeys(cutText(deepest.message.slice(0, 2 * MAX_LENGTH).split('\n', 1)[0] ?? '', MAX_LENGTH));
  if ('syscall' in deepest) return text;
  const isOfDatabase = 'severity' in deepest || deepest instanceof DrizzleQueryError;
  if (!isOfDatabase && (mayHaveWords || !KNOWN_KINDS.has(deepest.name))) return `${kind}. ${LEFT_OUT}`;
  const plain = text
    .replace(/(\b[a-z]+:\/\/)(?:[^\s/@]*@)?([\w.:-]*)[^\s]*/gi, '$1$2/…')
    // From the first to the last quotation mark, because quoted text may contain others.
    .replace(/"(?:.*"|.*$)/, '"…"')
    .replace(/(?<!\w)'(?:.*'|.*$)/, "'…'")
    .replace(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(/\+?\d[\d ()-]{6,}\d/g, '…')
    .replace(/[\w+=-]{32,}/g, '…');
  return cutText(plain, MAX_LENGTH);
}
