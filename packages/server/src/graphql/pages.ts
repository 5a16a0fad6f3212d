import { ApiError } from '../lib/apiError';
import type { PageQuery } from '../lib/paging';
import { MAX_PAGE } from './queryLimits';

/** Arguments of every list. */
export interface PageArgs {
  readonly first: number;
  readonly after?: string | null;
}

/** The page they ask for. @throws ApiError 400 */
export function queryOf({ first, after }: PageArgs): PageQuery {
  if (first < 1 || first > MAX_PAGE) throw new ApiError('BAD_REQUEST', `first must be 1 to ${String(MAX_PAGE)}`);
  return { cursor: after ?? undefined, take: first };
}
