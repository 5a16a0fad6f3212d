import { defineConfig } from 'vite';

/**
 * The page that draws diagrams, beside the frame's page and with files of its own: it is loaded only when a diagram is
 * met, into an iframe without an origin, and must cost the chat nothing. Chunks are found beside themselves.
 */
export default defineConfig({
  base: './',
  resolve: { conditions: ['@sotto/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      input: 'diagram.html',
      output: {
        assetFileNames: 'assets/diagram-[hash][extname]',
        chunkFileNames: 'assets/diagram-[hash].js',
        entryFileNames: 'assets/diagram-[hash].js',
      },
    },
  },
});
