import { ApiError } from '../lib/apiError';
import type { ReadLimits } from './readLimits';
import { readingProgram } from '../db/packageFiles';
import type { ReadingJobs } from './readingJobs';
import { startReadingThread, type ReadingThread } from './readingThread';

/** Parses untrusted input in threads, so that no file blocks the server. */
export interface ReadingPool {
  /**
   * Runs a job when a thread is free.
   *
   * @throws ApiError 422 if it exceeds a limit, and errors of the job; 503 if too many jobs wait, if the wait is too
   *   long, or when the server closes
   */
  run<Name extends keyof ReadingJobs>(
    job: Name,
    input: Parameters<ReadingJobs[Name]>[0],
    limits: ReadLimits,
  ): Promise<Awaited<ReturnType<ReadingJobs[Name]>>>;
  /** Ends all threads; pending jobs fail. */
  close(): Promise<void>;
}

/** Limits of a pool. */
export interface ReadingPoolOptions {
  /** Maximum number of threads; each starts when needed. */
  readonly threads: number;
  /** Maximum heap per thread, in MiB. */
  readonly heapMib: number;
  /** Maximum number of waiting jobs. */
  readonly waitingMax: number;
  /** Maximum waiting time, in milliseconds. */
  readonly waitMs: number;
  /** How long an idle thread is kept, in milliseconds. @default 10000 */
  readonly idleMs?: number;
  /** Path of the threads' program. @default the built `readingWorker.ts` */
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

  /** Waits for its turn. */
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
        // The thread runs this job, so its result has the job's type.
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

/** Threads of a pool, started on demand and ended when idle. */
function createThreads(
  start: () => ReadingThread,
  max: number,
  idleMs: number,
): { take(): ReadingThread | undefined; giveBack(thread: ReadingThread): void; end(): Promise<void> } {
  const busy = new Set<ReadingThread>();
  /** Idle threads, each with the timer that ends it. */
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
