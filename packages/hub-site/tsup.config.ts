import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { defineConfig } from 'tsup';

/** Widths of the pictures, in pixels: a phone's, a sharp phone's or a page's, a sharp page's. */
const PICTURE_WIDTHS = [480, 800, 1200];

/** Pictures of the product, as the documentation shows them, in the sizes that screens want. */
async function drawPictures(): Promise<void> {
  for (const name of readdirSync('../../docs/images').filter((each) => /^chat-.*\.webp$/.test(each))) {
    for (const width of PICTURE_WIDTHS) {
      const picture = await sharp(`../../docs/images/${name}`)
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer();
      const hash = createHash('sha256').update(picture).digest('hex').slice(0, 8).toUpperCase();
      writeFileSync(`dist/client/${name.replace('.webp', `-${String(width)}`)}-${hash}.webp`, picture);
    }
  }
}

/**
 * The typeface in the form that draws share cards: a web font (WOFF) is an ordinary one with each of its tables packed.
 */
function unpackFonts(): void {
  mkdirSync('dist/fonts', { recursive: true });
  for (const weight of ['400', '600']) {
    const packed = readFileSync(
      `node_modules/@fontsource/instrument-sans/files/instrument-sans-latin-${weight}-normal.woff`,
    );
    writeFileSync(`dist/fonts/instrument-sans-${weight}.ttf`, unpackFont(packed));
  }
}

/** @param woff - version 1, https://www.w3.org/TR/WOFF/ */
function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  for (const [index, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries())
    head.writeUInt16BE(value, 4 + 2 * index);
  const parts = [head];
  let end = head.length;
  for (let index = 0; index < count; index += 1) {
    const at = 44 + 20 * index;
    const [from, size, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const raw = woff.subarray(from, from + size);
    const table = Buffer.alloc(4 * Math.ceil(length / 4));
    (size < length ? inflateSync(raw) : raw).copy(table);
    const entry = 12 + 16 * index;
    woff.copy(head, entry, at, at + 4);
    woff.copy(head, entry + 4, at + 16, at + 20);
    head.writeUInt32BE(end, entry + 8);
    head.writeUInt32BE(length, entry + 12);
    parts.push(table);
    end += table.length;
  }
  return Buffer.concat(parts);
}

/**
 * The pages, which run in the server; and what they send to browsers: one small script, its parts, the styles and the
 * typeface, all named by their content.
 */
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
      unpackFonts();
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
        if (/\.(?:js|css)$/.test(name))
          writeFileSync(`dist/client/${name}.br`, brotliCompressSync(readFileSync(`dist/client/${name}`)));
      }
      return drawPictures();
    },
  },
]);
