import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { defineConfig } from 'tsup';

/** Widths of the pictures, in pixels: a phone's, a sharp phone's or a page's, a sharp page's. */
const PICTURE_WIDTHS = [480, 800, 1200];

/** Pictures of the product, as the documentation shows them, in the sizes that screens want. */
async function drawPictures(): Promise<void> {
  for (const name of readdirSync('../../docs/images').filter((each) => /^chat-.*\.png$/.test(each))) {
    for (const width of PICTURE_WIDTHS) {
      const picture = await sharp(`../../docs/images/${name}`).resize({ width, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer();
      const hash = createHash('sha256').update(picture).digest('hex').slice(0, 8).toUpperCase();
      writeFileSync(`dist/client/${name.replace('.png', `-${String(width)}`)}-${hash}.webp`, picture);
    }
  }
}

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
      for (const name of readdirSync('dist/client')) {
        if (/\.(?:js|css)$/.test(name)) writeFileSync(`dist/client/${name}.br`, brotliCompressSync(readFileSync(`dist/client/${name}`)));
      }
      return drawPictures();
    },
  },
]);
