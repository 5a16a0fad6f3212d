import { createReadingPool, type ReadingPool } from './readingPool';

/** The threads in which this server reads files. */
export interface Reading {
  /** For untrusted input of visitors: attachments, previewed pages, icons. */
  readonly visitors: ReadingPool;
  /** For documents of datasets, which visitors cannot hold up. */
  readonly owners: ReadingPool;
  close(): Promise<void>;
}

/** Prepares at most three threads; none of them starts before there is something to read. */
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
