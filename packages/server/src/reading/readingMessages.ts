import type { ReadLimits } from './readLimits';
import type { ReadingJobs } from './readingJobs';

/** A job for a thread. */
export interface ReadingRequest {
  readonly job: keyof ReadingJobs;
  readonly input: unknown;
  readonly limits: ReadLimits;
}

/** A message of a thread: ready, the result, or an error. `code` is the API's. */
export type ReadingAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'failure'; readonly code: string; readonly message: string };
