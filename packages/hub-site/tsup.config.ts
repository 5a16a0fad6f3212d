import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The pages, which run in the server; and what they send to browsers: one small script, its parts, the styles and the typeface, all named by their content. */
export default defineConfig([
  {
    entry: { index: 'src/index.ts' },
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    sourcemap: true,
    clean: ['dist/*.js', 'dist/*.map', 'dist/content'],
    onSuccess: () => {
      cpSync('content', 'dist/content', { recursive: true });
      return Promise.resolve();
    },
  },
  {
    entry: ['src/client/site.ts', 'src/styles/site.css', 'src/styles/demo.css', 'src/styles/chat.css'],
    outDir: 'dist/client',
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    splitting: true,
    minify: true,
    metafile: true,
    clean: true,
    noExternal: [/.*/],
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.png': 'file' },
    esbuildOptions(options) {
      options.entryNames = '[name]-[hash]';
      options.chunkNames = 'part-[hash]';
      options.assetNames = '[name]-[hash]';
      options.conditions = ['@sotto/source', 'module', 'browser'];
    },
    onSuccess: () => {
      // Pictures of the product, as the documentation shows them.
      for (const name of readdirSync('../../docs/images')) {
        const hash = createHash('sha256').update(readFileSync(`../../docs/images/${name}`)).digest('hex').slice(0, 8).toUpperCase();
        copyFileSync(`../../docs/images/${name}`, `dist/client/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`);
      }
      return Promise.resolve();
    },
  },
]);
