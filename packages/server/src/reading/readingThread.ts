import { Worker } from 'node:worker_threads';
import { isApiErrorCode } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import { takesTooMuch } from './readLimits';
import type { ReadingAnswer, ReadingRequest } from './readingMessages';

/** A thread that reads one file at a time. */
export interface ReadingThread {
  /** False once it has ended: nothing more can be read in it. */
  readonly isAlive: boolean;
  /**
   * @throws ApiError 422 for what takes too long or too much, which ends the thread; what the job throws; 503 when the
   * thread is ended meanwhile
   */
  run(request: ReadingRequest): Promise<unknown>;
  end(): Promise<void>;
}

/**
 * Starts a thread. It gets neither the environment nor the output of the server, and holds no process back from its
 * end.
 *
 * @param program - path of the built `readingWorker.ts`
 * @param heapMib - most that its heap may take, in MiB
 */
export function startReadingThread(program: string, heapMib: number): ReadingThread {
  const worker = new Worker(program, {
    // Flags of the server's own process mean nothing to the thread, and some may not be given to one.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  });
  // What libraries print is read and dropped, or it would be kept.
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();

  let isReady = false;
  /** Why it ended, once it has. */
  let ended: { readonly by: unknown } | undefined;
  let settle: { resolve(result: unknown): void; reject(error: unknown): void } | undefined;

  function end(error: unknown): Promise<void> {
    ended ??= { by: error };
    settle?.reject(error);
    settle = undefined;
    return worker.terminate().then(() => undefined);
  }

  worker.on('message', (answer: ReadingAnswer) => {
    if (answer.type === 'ready') isReady = true;
    else if (answer.type === 'result') settle?.resolve(answer.result);
    else
      settle?.reject(
        isApiErrorCode(answer.code) ? new ApiError(answer.code, answer.message) : new Error(answer.message),
      );
  });
  worker.on('error', (error) => void end(toFailure(error, isReady)));
  worker.on('exit', (code) => void end(new Error(`The reading thread ended with ${String(code)}`)));

  return {
    get isAlive() {
      return ended === undefined;
    },
    async run(request) {
      if (ended) throw ended.by;
      worker.ref();
      const late = setTimeout(
        () => void end(takesTooMuch(new Error(`Not read within ${String(request.limits.timeoutMs)} ms`))),
        request.limits.timeoutMs,
      );
      try {
        return await new Promise((resolve, reject) => {
          settle = { resolve, reject };
          worker.postMessage(request);
        });
      } finally {
        settle = undefined;
        clearTimeout(late);
        worker.unref();
      }
    },
    end: () => end(new ApiError('SERVICE_UNAVAILABLE', 'The server is closing')),
  };
}

/** What ended a thread. One that could not even start is a fault of the installation, not of a file. */
function toFailure(error: unknown, isReady: boolean): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return takesTooMuch(error);
  return isReady ? new ApiError('UNPROCESSABLE_ENTITY', 'This file cannot be read', { cause: error }) : error;
}
