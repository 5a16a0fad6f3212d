import { ApiError } from '../lib/apiError';
import type { ReadLimits } from './readLimits';
import { readingProgram } from '../db/packageFiles';
import type { ReadingJobs } from './readingJobs';
import { startReadingThread, type ReadingThread } from './readingThread';

/** Reads what strangers send in threads of its own, so that no file stops the server. */
export interface ReadingPool {
  /**
   * Runs a job when a thread is free.
   *
   * @throws ApiError 422 for what takes too long or too much, and what the job throws; 503 when too many wait, when it
   *   would wait too long, and when the server closes
   */
  run<Name extends keyof ReadingJobs>(
    job: Name,
    input: Parameters<ReadingJobs[Name]>[0],
    limits: ReadLimits,
  ): Promise<Awaited<ReturnType<ReadingJobs[Name]>>>;
  /** Ends every thread; what is being read or waits for it fails. */
  close(): Promise<void>;
}

/** How much a pool may take. */
export interface ReadingPoolOptions {
  /** Most threads. They start with the first files. */
  readonly threads: number;
  /** Most that the heap of each may take, in MiB. */
  readonly heapMib: number;
  /** With so many waiting the next is refused. */
  readonly waitingMax: number;
  /** How long a file waits for a thread before it is refused, in milliseconds. */
  readonly waitMs: number;
  /** How long a thread without work is kept, in milliseconds. @default 10000 */
  readonly idleMs?: number;
  /** Path of what the threads run. @default the built `readingWorker.ts` */
  readonly program?: string;
}

/** @see ReadingPool */
export function createReadingPool({
  threads: threadsMax,
  heapMib,
  waitingMax,
  waitMs,
  idleMs = 10_000,
  program,
}: ReadingPoolOptions): ReadingPool {
  const threads = createThreads(() => startReadingThread(program ?? readingProgram(), heapMib), threadsMax, idleMs);
  const waiting = new Set<{ begin(thread: ReadingThread): void; refuse(error: ApiError): void }>();
  let isClosed = false;

  /** Waits for those who came before. */
  function waitForThread(): Promise<ReadingThread> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(late);
        waiting.delete(own);
      };
      const own = {
        begin(thread: ReadingThread) {
          leave();
          resolve(thread);
        },
        refuse(error: ApiError) {
          leave();
          reject(error);
        },
      };
      const late = setTimeout(() => {
        own.refuse(tooBusy());
      }, waitMs);
      waiting.add(own);
    });
  }

  return {
    async run(job, input, limits) {
      if (isClosed) throw closing();
      const free = threads.take();
      if (!free && waiting.size >= waitingMax) throw tooBusy();
      const thread = free ?? (await waitForThread());
      try {
        // The thread runs this very job, so it answers what this job answers.
        return await (thread.run({ job, input, limits }) as Promise<never>);
      } finally {
        threads.giveBack(thread);
        const [next] = waiting;
        const other = next && threads.take();
        if (other) next.begin(other);
      }
    },
    async close() {
      isClosed = true;
      for (const each of waiting) each.refuse(closing());
      await threads.end();
    },
  };
}

/** The threads of a pool, which start when they are needed and end when they are not. */
function createThreads(
  start: () => ReadingThread,
  max: number,
  idleMs: number,
): { take(): ReadingThread | undefined; giveBack(thread: ReadingThread): void; end(): Promise<void> } {
  const busy = new Set<ReadingThread>();
  /** Threads without work, with the timer that ends each. */
  const idle = new Map<ReadingThread, NodeJS.Timeout>();

  function takeIdle(): ReadingThread | undefined {
    for (const [thread, timer] of idle) {
      clearTimeout(timer);
      idle.delete(thread);
      if (thread.isAlive) return thread;
    }
    return undefined;
  }

  return {
    take() {
      const thread = takeIdle() ?? (busy.size < max ? start() : undefined);
      if (thread) busy.add(thread);
      return thread;
    },
    giveBack(thread) {
      busy.delete(thread);
      if (!thread.isAlive) return;
      const timer = setTimeout(() => {
        idle.delete(thread);
        void thread.end();
      }, idleMs);
      idle.set(thread, timer.unref());
    },
    async end() {
      const threads = [...busy, ...idle.keys()];
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function closing(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'The server is closing');
}

function tooBusy(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'Too many files are being read at the moment. Try again in a moment', {
    retryAfterSeconds: 5,
  });
}
