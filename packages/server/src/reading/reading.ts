import { createReadingPool, type ReadingPool } from './readingPool';

/** Threads that parse files. */
export interface Reading {
  /** For visitors: attachments, previews, icons. */
  readonly visitors: ReadingPool;
  /** For dataset documents; separate, so that visitors cannot block them. */
  readonly owners: ReadingPool;
  close(): Promise<void>;
}

/** Creates at most three threads, each when it is first needed. */
export function createReading(): Reading {
  const visitors = createReadingPool({ threads: 2, heapMib: 128, waitingMax: 8, waitMs: 20_000 });
  const owners = createReadingPool({ threads: 1, heapMib: 256, waitingMax: 100, waitMs: 120_000 });
  return {
    visitors,
    owners,
    async close() {
      await Promise.all([visitors.close(), owners.close()]);
    },
  };
}
