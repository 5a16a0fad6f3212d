import { defineConfig } from 'vitest/config';

/** The gallery: pictures for eyes, not a test that guards; see run.mjs. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.shots.ts'],
    environment: 'node',
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // Pages share one browser and one server; two at a time, because the machine has two cores.
    maxConcurrency: 2,
    fileParallelism: false,
  },
});
