import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests read the packages' sources, so no build is needed before a unit test. */
const source = { conditions: ['@sotto/source', 'module', 'browser', 'development|production'] };
const nodeSource = { conditions: ['@sotto/source', 'module', 'node', 'development|production'] };

export default defineConfig({
  test: {
    passWithNoTests: false,
    // No test here waits by the clock: one that takes long runs on a busy machine.
    testTimeout: 20_000,
    projects: [
      {
        plugins: [react()],
        resolve: source,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: ['packages/{widget-core,widget-react,frame,loader}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        plugins: [react()],
        resolve: nodeSource,
        ssr: { resolve: { conditions: ['@sotto/source', 'module', 'node', 'development|production'] } },
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{server,hub-site}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        },
      },
    ],
  },
});
