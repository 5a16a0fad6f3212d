import { defineConfig } from 'vitest/config';

/** What every change can break, or with what else is played by night; a file that is named is found wherever it is. */
const FOLDERS =
  process.env['SOTTO_ALL'] || process.env['SOTTO_NAMED']
    ? ['specs', 'engines', 'nightly', 'packages']
    : ['specs', 'engines'];

/**
 * Situations run in a real Chromium against the real server: two files at a time, because the machine has two cores. With
 * three or four, browsers are so late that tests run into their limits.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: FOLDERS.map((folder) => `${folder}/**/*.spec.ts`),
    // One browser and one server for all files of a worker (useStack.ts).
    isolate: false,
    environment: './workerEnd.ts',
    ...(process.env['SOTTO_ENGINE'] === 'webkit' && { runner: 'engines/webkit/leaveOut.ts' }),
    testTimeout: 60_000,
    // A test that asserts nothing cannot fail. What waits for something to be seen says so by `expect` (chat.ts).
    expect: { requireAssertions: true },
    // Of what was found little is cut. A bound there must be: an object of the browser's driver leads to all others.
    chaiConfig: { truncateThreshold: 2_000 },
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'output/vitest.json' }], '../scripts/test/fileTimes.mjs'],
  },
});
