import { causeCode, causes } from '../lib/causeCode';

/** System and driver codes that mean: the database cannot be reached at the moment. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** Beginnings of the PostgreSQL driver's messages for the same failures without a code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** Beginning of its message when each connection of the pool is lent for too long. */
const NO_FREE_CONNECTION = /^timeout exceeded when trying to connect/;
/** Codes that mean: PostgreSQL has ended a statement or a transaction for one of its deadlines (`deadlines.ts`). */
const TOOK_TOO_LONG = new Set(['57014', '55P03', '25P03']);
/** Codes that mean: there is no room to write, or no right to, and reading goes on. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '25006']);

/** What is wrong with the database: it cannot be reached, it did not do something in time, or it has no room. */
export type Outage = 'unreachable' | 'slow' | 'full';

/** The outage that a failure indicates; undefined if it indicates none. */
export function outageOf(thrown: unknown): Outage | undefined {
  const code = causeCode(thrown);
  if (code === undefined) {
    const matches = (words: RegExp): boolean => [...causes(thrown)].some(({ message }) => words.test(message));
    if (matches(LOST_CONNECTION)) return 'unreachable';
    return matches(NO_FREE_CONNECTION) ? 'slow' : undefined;
  }
  if (UNREACHABLE.has(code)) return 'unreachable';
  if (TOOK_TOO_LONG.has(code)) return 'slow';
  return NO_ROOM.has(code) ? 'full' : undefined;
}

/** PostgreSQL: a row to be stored refers to one that is not there. */
const NO_SUCH_ROW = '23503';

/** Whether a failure means that what was to be stored belongs to something that was deleted meanwhile. */
export function isOfDeleted(thrown: unknown): boolean {
  return causeCode(thrown) === NO_SUCH_ROW;
}
