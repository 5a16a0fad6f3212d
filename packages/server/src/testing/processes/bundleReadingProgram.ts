import { mkdir, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleSource } from './bundleSource';

const entry = fileURLToPath(new URL('../../readingWorker/readingWorker.ts', import.meta.url));
const folder = fileURLToPath(new URL('../../../node_modules/.cache/sotto/', import.meta.url));

/**
 * Bundles the program of the reading threads where `readingProgram` finds it while nothing is built.
 *
 * @returns the sources that went into it, absolute
 */
export async function bundleReadingProgram(): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  // Several processes may do it at once: each makes its own and puts it in place whole.
  const own = `${folder}readingWorker-${String(process.pid)}.mjs`;
  const sources = await bundleSource(entry, own);
  await rename(own, `${folder}readingWorker.mjs`);
  return sources;
}
