import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageFile from './package.json' with { type: 'json' };

/**
 * One small page. Addresses are relative (`./assets/…`): the server puts the right path in front of them, and chunks find
 * each other beside themselves, so the page works under any path prefix. Nothing is inline: its own policy is `script-src 'self'`.
 */
export default defineConfig({
  base: './',
  plugins: [react()],
  resolve: { conditions: ['@sotto/source', 'module', 'browser', 'development|production'] },
  define: { __SOTTO_BUILD__: JSON.stringify(packageFile.version) },
  build: {
    target: 'es2022',
    // For the size budget: which files are loaded at once, which when first needed.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    sourcemap: false,
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        chunkFileNames: 'assets/[name]-[hash].js',
        entryFileNames: 'assets/[name]-[hash].js',
        // The rules for addresses are needed at once, what reads markdown is not: the bundler would put them together.
        codeSplitting: { groups: [{ name: 'addresses', test: /widget-core\/src\/content\/(?:safeLinks|limits)\.ts/ }] },
      },
    },
  },
});
