import { defineConfig } from 'vitest/config';

/** Injected faults against the real server: one file at a time, because recoveries are measured. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.spec.ts'],
    environment: 'node',
    testTimeout: 120_000,
    // What comes late on a busy machine gets a second try, and the report names it; what is lost or doubled gets none.
    retry: { count: 1, condition: /^Not so within/ },
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: '../output/faults.json' }]],
  },
});
