import { mkdir, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundleSource } from './bundleSource';

const entry = fileURLToPath(new URL('../../readingWorker/readingWorker.ts', import.meta.url));
const folder = fileURLToPath(new URL('../../../node_modules/.cache/sotto/', import.meta.url));

/**
 * Bundles the program of the reading threads before the tests, and again when one is run anew because its sources
 * changed.
 */
export async function setup(project: TestProject): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundle = async (): Promise<void> => {
    // Several runs may do it at once: each makes its own and puts it in place whole.
    const own = `${folder}readingWorker-${String(process.pid)}.mjs`;
    await bundleSource(entry, own);
    await rename(own, `${folder}readingWorker.mjs`);
  };
  await bundle();
  project.onTestsRerun(bundle);
}
