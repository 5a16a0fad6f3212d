import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { toApiError } from '../lib/apiError';
import { takesTooMuch, type ReadLimits } from '../reading/readLimits';
import { limitBuffers } from '../reading/limitBuffers';
import type { ReadingAnswer, ReadingRequest } from '../reading/readingMessages';

// Program of a reading thread (`readingThread.ts`): runs one job after another. Built as a separate file.

// Lower priority than chats, also on a machine with one processor. Except on Linux, this would affect the whole
// process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const buffers = limitBuffers();
// Loaded after the classes have been replaced, so that libraries use the counted ones.
const { jobRunners } = await import('./jobRunners');
const jobs = jobRunners as {
  readonly [Job in ReadingRequest['job']]: (input: unknown, limits: ReadLimits) => unknown;
};

async function answer({ job, input, limits }: ReadingRequest): Promise<ReadingAnswer> {
  buffers.begin(limits.buffersMaxBytes);
  try {
    // The pool guarantees matching types (`ReadingPool.run`).
    const result: unknown = await jobs[job](input, limits);
    return buffers.end() ? failure(takesTooMuch()) : { type: 'result', result };
  } catch (error) {
    return failure(buffers.end() ? takesTooMuch() : error);
  }
}

function failure(error: unknown): ReadingAnswer {
  const { code, message } = toApiError(error);
  return { type: 'failure', code, message };
}

parentPort?.on('message', (request: ReadingRequest) => {
  void answer(request).then((answered) => parentPort?.postMessage(answered));
});
parentPort?.postMessage({ type: 'ready' } satisfies ReadingAnswer);
