import { ApiError } from '../lib/apiError';
import type { AppContext } from './appEnv';

const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** An id in a path. An invalid one counts as unknown. */
export function pathId(context: AppContext, name: string): string {
  const id = context.req.param(name);
  if (id === undefined || !ID.test(id)) throw new ApiError('NOT_FOUND');
  return id;
}
