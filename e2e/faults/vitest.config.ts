import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The chaos run makes its processes from the server's sources. */
const source = { conditions: ['@sotto/source', 'module', 'node', 'development|production'] };

/** Injected faults against the real server: one file at a time, because recoveries are measured. */
export default defineConfig({
  root: path.join(import.meta.dirname, '..', '..'),
  test: {
    environment: 'node',
    testTimeout: 120_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'e2e/output/faults.json' }], './scripts/fileTimes.mjs'],
    projects: [
      { extends: true, test: { name: 'faults', include: ['e2e/faults/*.spec.ts'] } },
      {
        extends: true,
        resolve: source,
        ssr: { resolve: source },
        test: { name: 'chaos', include: ['packages/server/src/chaos.test.ts'], execArgv: ['--liftoff-only'] },
      },
    ],
  },
});
