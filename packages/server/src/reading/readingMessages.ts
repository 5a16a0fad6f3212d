import type { ReadLimits } from '../datasets/readers/readLimits';
import type { ReadingJobs } from './readingJobs';

/** What a thread is asked to read. */
export interface ReadingRequest {
  readonly job: keyof ReadingJobs;
  readonly input: unknown;
  readonly limits: ReadLimits;
}

/** What a thread says: that it is there, what it read, or why it could not. `code` is the API's. */
export type ReadingAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'failure'; readonly code: string; readonly message: string };
