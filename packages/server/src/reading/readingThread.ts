import { Worker } from 'node:worker_threads';
import { isApiErrorCode } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import { takesTooMuch } from './readLimits';
import type { ReadingAnswer, ReadingRequest } from './readingMessages';

/** When a thread that has not started counts as broken, in milliseconds. It loads every reader; busy machines need seconds. */
const START_MS = 30_000;

/** A thread that parses one file at a time. */
export interface ReadingThread {
  /** False once it has ended. */
  readonly isAlive: boolean;
  /**
   * @throws ApiError 422 if a limit is exceeded, which ends the thread; errors of the job; 503 if the thread is ended
   */
  run(request: ReadingRequest): Promise<unknown>;
  end(): Promise<void>;
}

/**
 * Starts a thread without the server's environment and output. It does not keep the process alive.
 *
 * @param program - path of the built `readingWorker.ts`
 * @param heapMib - maximum heap, in MiB
 */
export function startReadingThread(program: string, heapMib: number): ReadingThread {
  const worker = new Worker(program, {
    // Flags of the server's process do not apply to threads, and some are not allowed there.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  });
  // Drain the libraries' output, which would otherwise be buffered.
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();

  let isReady = false;
  /** Gives it the file that waits for its start. */
  let begin: (() => void) | undefined;
  /** Why it ended. */
  let ended: { readonly by: unknown } | undefined;
  let settle: { resolve(result: unknown): void; reject(error: unknown): void } | undefined;

  function end(error: unknown): Promise<void> {
    ended ??= { by: error };
    settle?.reject(error);
    settle = undefined;
    return worker.terminate().then(() => undefined);
  }

  worker.on('message', (answer: ReadingAnswer) => {
    if (answer.type === 'ready') {
      isReady = true;
      begin?.();
    } else if (answer.type === 'result') settle?.resolve(answer.result);
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
      let late = setTimeout(
        () => void end(new Error(`The reading thread did not start within ${String(START_MS)} ms`)),
        START_MS,
      );
      try {
        return await new Promise((resolve, reject) => {
          settle = { resolve, reject };
          begin = () => {
            const { timeoutMs } = request.limits;
            clearTimeout(late);
            late = setTimeout(
              () => void end(takesTooMuch(new Error(`Not read within ${String(timeoutMs)} ms`))),
              timeoutMs,
            );
            worker.postMessage(request);
          };
          if (isReady) begin();
        });
      } finally {
        settle = undefined;
        begin = undefined;
        clearTimeout(late);
        worker.unref();
      }
    },
    end: () => end(new ApiError('SERVICE_UNAVAILABLE', 'The server is closing')),
  };
}

/** Reason a thread ended. If it could not start, the installation is broken, not the file. */
function toFailure(error: unknown, isReady: boolean): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return takesTooMuch(error);
  return isReady ? new ApiError('UNPROCESSABLE_ENTITY', 'This file cannot be read', { cause: error }) : error;
}
