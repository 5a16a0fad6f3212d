import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { toApiError } from '../lib/apiError';
import { takesTooMuch, type ReadLimits } from '../reading/readLimits';
import { limitBuffers } from '../reading/limitBuffers';
import type { ReadingAnswer, ReadingRequest } from '../reading/readingMessages';

// The program of a reading thread (`readingThread.ts`): one job after the other. Built to a file of its own.

// Chats have priority, also on a machine with one processor. Elsewhere than on Linux this would be about the
// whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const buffers = limitBuffers();
// Loaded after the classes are replaced, so that libraries which keep them keep the counted ones.
const { jobRunners } = await import('./jobRunners');
const jobs = jobRunners as {
  readonly [Job in ReadingRequest['job']]: (input: unknown, limits: ReadLimits) => unknown;
};

async function answer({ job, input, limits }: ReadingRequest): Promise<ReadingAnswer> {
  buffers.begin(limits.buffersMaxBytes);
  try {
    // The pool has checked the pair (`ReadingPool.run`).
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
