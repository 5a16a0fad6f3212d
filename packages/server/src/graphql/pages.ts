import { ApiError } from '../lib/apiError';
import { readCursor, writeCursor } from '../domain/hub/resources';
import { MAX_PAGE } from './queryLimits';

/** Arguments of every list. */
export interface PageArgs {
  readonly first: number;
  readonly after?: string | null;
}

/** The requested page size. @throws ApiError 400 */
export function takeOf({ first }: PageArgs): number {
  if (first < 1 || first > MAX_PAGE) throw new ApiError('BAD_REQUEST', `first must be 1 to ${String(MAX_PAGE)}`);
  return first;
}

/** The position to continue after; undefined: from the start. @throws ApiError 400 */
export function afterOf({ after }: PageArgs): { createdAt: number; id: string } | undefined {
  return after === undefined || after === null ? undefined : readCursor(after);
}

/** A page from rows of which one more than `take` was read. */
export function pageOf<Row extends { createdAt: number; id: string }>(
  rows: readonly Row[],
  take: number,
): { items: Row[]; cursor: string | null } {
  const last = rows.length > take ? rows[take - 1] : undefined;
  return { items: rows.slice(0, take), cursor: last ? writeCursor(last) : null };
}
