import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The chaos run makes its processes from the server's sources. */
const source = { conditions: ['@sotto/source', 'module', 'node', 'development|production'] };

/** A file of its own turn: it counts memory, or how long fifty visitors wait. */
const ALONE = { maxWorkers: 1, sequence: { groupOrder: 1 } };
const LOAD = 'e2e/faults/load.spec.ts';

/**
 * Injected faults against the real server, a file for each core: a fault is mostly waited for. Recoveries of a whole
 * catalogue (`--all`) are measured one file at a time.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, '..', '..'),
  test: {
    environment: 'node',
    testTimeout: 120_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'e2e/output/faults.json' }], './scripts/test/fileTimes.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['e2e/faults/*.spec.ts'],
          exclude: [LOAD],
          maxWorkers: process.env['SOTTO_ALL'] === '1' ? 1 : availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'load', include: [LOAD], ...ALONE } },
      {
        extends: true,
        resolve: source,
        ssr: { resolve: source },
        test: { name: 'chaos', include: ['packages/server/src/chaos.test.ts'], execArgv: ['--liftoff-only'], ...ALONE },
      },
    ],
  },
});
