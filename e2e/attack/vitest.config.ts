import { defineConfig } from 'vitest/config';

/** Attacks in a real browser, by a command of their own: `npm run attack`. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.run.ts'],
    environment: 'node',
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ['default'],
  },
});
