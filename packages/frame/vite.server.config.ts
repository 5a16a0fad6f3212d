import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { PREACT } from './vite.config';

const conditions = ['@sotto/source', 'module', 'browser', 'development|production'];

/**
 * What draws the first screen on a server: one file, `dist/server/drawFirstScreen.js`, with everything that it needs
 * inside.
 */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions, alias: PREACT, dedupe: ['preact'] },
  ssr: { noExternal: true, resolve: { conditions } },
  build: {
    ssr: 'src/firstScreen/drawFirstScreen.tsx',
    target: 'node20',
    outDir: 'dist/server',
    minify: true,
    sourcemap: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', codeSplitting: false } },
  },
});
