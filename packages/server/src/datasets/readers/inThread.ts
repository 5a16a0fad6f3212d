import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../apiError';

/** What one document may cost. */
export interface ThreadLimits {
  /** In milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Of the thread's heap, in MiB; the document itself does not count. @default 256 */
  readonly heapMib?: number;
}

const require = createRequire(import.meta.url);

/**
 * Reads a document by a library in a thread of its own: what takes a library seconds must not take them from everybody who chats, and what would take
 * it for ever, or all memory, ends.
 *
 * @param library - the package that is loaded there
 * @param program - JavaScript, the body of an async function of `library` and `bytes`, which returns what is sent back. It is a text because the thread
 *   then needs no file of its own, wherever this module was bundled to.
 * @throws ApiError 422 for a document that takes too long or too much; whatever the library throws otherwise
 */
export async function readInThread(library: string, program: string, bytes: Uint8Array, { timeoutMs = 30_000, heapMib = 256 }: ThreadLimits = {}): Promise<unknown> {
  const worker = new Worker(`const { parentPort, workerData } = require('node:worker_threads');\nimport(workerData.library).then(async (library) => { const { bytes } = workerData; ${program} }).then((result) => parentPort.postMessage({ result }), (error) => parentPort.postMessage({ error: String(error) }));`, {
    eval: true,
    workerData: { library: pathToFileURL(require.resolve(library)).href, bytes },
    resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
    env: {},
  });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      const tooMuch = (cause: unknown): void => {
        reject(new ApiError('UNPROCESSABLE_ENTITY', 'This file takes too much to read. Make it smaller, or cut it into several', { cause }));
      };
      late.addEventListener('abort', () => tooMuch(late.reason), { once: true });
      worker.once('error', tooMuch);
      worker.once('exit', (code) => reject(new Error(`The reader ended with ${String(code)}`)));
      worker.once('message', (answer: { result?: unknown; error?: string }) => {
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(answer.error));
      });
    });
  } finally {
    await worker.terminate();
  }
}
