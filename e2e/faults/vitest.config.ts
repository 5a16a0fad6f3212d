import { defineConfig } from 'vitest/config';

/** Injected faults against the real server: one file at a time, because recoveries are measured. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.spec.ts'],
    environment: 'node',
    testTimeout: 120_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: '../output/faults.json' }]],
  },
});
