import { causeCode, causes } from '../lib/causeCode';

/** System and driver errors that mean that the database cannot be reached. */
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
/** Beginnings of driver messages for the same failures without a code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** Beginning of its message when all connections of the pool are in use for too long. */
const NO_FREE_CONNECTION = /^timeout exceeded when trying to connect/;
/** PostgreSQL has ended a statement or transaction at its time limit (`deadlines.ts`). */
const TOOK_TOO_LONG = new Set(['57014', '55P03', '25P03']);
/** Writing is impossible because of space or permissions, but reading works. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '25006']);

/** Kinds of outages: unreachable, too slow, or no space. */
export type Outage = 'unreachable' | 'slow' | 'full';

/** The outage indicated by an error; undefined for other errors. */
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

/** PostgreSQL: foreign key violation. */
const NO_SUCH_ROW = '23503';

/** Whether a row could not be stored because its parent was deleted in the meantime. */
export function isOfDeleted(thrown: unknown): boolean {
  return causeCode(thrown) === NO_SUCH_ROW;
}
