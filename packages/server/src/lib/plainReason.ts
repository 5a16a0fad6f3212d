import { cutText } from '@sotto/widget-core/internal/server';
import { DrizzleQueryError } from 'drizzle-orm';
import { causeCode } from './causeCode';

/** Longest reason, in characters. It is cut before anything else is done with it. */
const MAX_LENGTH = 300;

/** The error at the bottom of a failure; of several attempts, the first. */
export function deepestCause(error: Error): Error {
  let deepest = error;
  while (deepest.cause instanceof Error && deepest.cause !== deepest) deepest = deepest.cause;
  if (deepest instanceof AggregateError && deepest.errors[0] instanceof Error) return deepestCause(deepest.errors[0]);
  return deepest;
}

/** Why something failed, in one line. Messages of drivers have addresses and names in them, and never a password. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const deepest = deepestCause(thrown);
  return (deepest.message || deepest.name).split('\n', 1)[0] ?? '';
}

/** Endpoints repeat keys in their complaints, whole or in part: nothing that looks like one goes into a log. */
export function withoutKeys(text: string): string {
  return text.replace(/\b(?:sk|pk|key|Bearer)[-_ ][\w*.-]{6,}/gi, '[key]');
}

/** Kinds of errors whose messages JavaScript and our own code write; those of libraries may have any text in them. */
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
 * Why something failed, for a log: without what is quoted, addresses of mail, paths of addresses, numbers of telephones,
 * keys and tokens. A database quotes the values to store, and a parser the text that it read; the system quotes paths.
 *
 * @param mayHaveWords - whether a plain error may be of a model or tool, which repeat what they were asked
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
    // From the first quotation mark to the last: there may be others in what is quoted.
    .replace(/"(?:.*"|.*$)/, '"…"')
    .replace(/(?<!\w)'(?:.*'|.*$)/, "'…'")
    .replace(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(/\+?\d[\d ()-]{6,}\d/g, '…')
    .replace(/[\w+=-]{32,}/g, '…');
  return cutText(plain, MAX_LENGTH);
}
