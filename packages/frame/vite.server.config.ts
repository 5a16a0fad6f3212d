import { defineConfig } from 'vite';

/**
 * What draws the first screen on the server: one file for Node with everything in it, React too. It lies beside the
 * page that takes its screens over, so that both are always of one build.
 */
export default defineConfig({
  resolve: { conditions: ['@sotto/source', 'module', 'node', 'development|production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, resolve: { conditions: ['@sotto/source', 'module', 'node', 'development|production'] } },
  build: {
    ssr: 'src/firstScreen/drawFirstScreen.tsx',
    outDir: 'dist/server',
    target: 'node20',
    minify: true,
    sourcemap: false,
    rolldownOptions: { output: { entryFileNames: 'drawFirstScreen.mjs', chunkFileNames: '[name]-[hash:7].mjs' } },
  },
});
