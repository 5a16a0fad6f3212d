// Builds what the script tag loads: dist/v2.js, dist/v2/{hash}/{element,panel}.mjs and dist/integrity.json (SHA-384 of
// each, v2.js under its exact address), and the custom-elements manifest. The chunks come first: the hash of their
// content is part of their address, and v2.js carries that address. Older hashes stay where they are.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { minify } from 'terser';
import { build } from 'vite';
import { createManifest } from './manifest.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Members that only our own chunks read, and their short names: fixed, so that scripts of two versions on one page
 * agree about them.
 */
const INTERNAL = {
  $environment: 'e',
  $owner: 'u',
  $importLife: 'i',
  $onDraw: 'd',
  $announce: 'a',
  $listeners: 'l',
  $need: 'n',
  $redraw: 'c',
  $enter: 'o',
};
const MEMBERS = new RegExp(`^(${Object.keys(INTERNAL).join('|').replaceAll('$', '')})$`);
const COMPRESS = { passes: 3, unsafe_arrows: true, unsafe: true };
/** Short names in the order in which the result compresses best: for the script, and for the chunks. */
const LETTERS = { iife: 'ltdncsuwieorpmfzxbkgjhqavyABCDEFG', es: 'oesnjwdtlgmzpcfuivxrayhqbkABCDEFG' };
const namesIn = (letters) => ({
  get(index) {
    const letter = letters[index % letters.length];
    return index < letters.length ? letter : this.get(Math.floor(index / letters.length) - 1) + letter;
  },
});

/**
 * An entry and the chunks it imports when needed, as small as they get. Rolldown drops unused schemas, which others
 * keep; terser then removes the annotations that were needed for it.
 */
async function bundle(entry, format, define = {}) {
  const [result] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      define,
      // The host's side of the protocol is checked with lean schemas; see the file.
      resolve: {
        conditions: ['@sotto/source', 'module', 'browser'],
        alias: {
          valibot: here('./src/panel/leanSchemas.ts'),
          '../api/message': here('./src/panel/leanMessage.ts'),
          './message': here('./src/panel/leanMessage.ts'),
        },
      },
      build: {
        write: false,
        target: 'es2022',
        minify: true,
        modulePreload: false,
        lib: { entry: here(entry), formats: ['es'] },
        rollupOptions: {
          onLog(level, log, next) {
            // A schema that leanSchemas.ts does not have would fail in every host page; it fails here.
            if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message);
            next(level, log);
          },
          output: { entryFileNames: 'element.mjs', chunkFileNames: '[name].mjs' },
          treeshake: { moduleSideEffects: (id) => id.endsWith(entry.slice(1)) },
        },
      },
    }),
  ].flat();
  const files = {};
  for (const { fileName, code } of result.output) {
    // terser saves a host page 3 percent more than the bundler's own minifier; the script tag's file must not leave
    // names in the page's scope.
    const script = format === 'iife' ? `(()=>{${code}})()` : code;
    // Rules of a style sheet stand on lines of their own for us, not for browsers.
    files[fileName] = (
      await minify(script, {
        module: format === 'es',
        ecma: 2022,
        compress: COMPRESS,
        mangle: { nth_identifier: namesIn(LETTERS[format]), properties: { regex: MEMBERS } },
        nameCache: { props: { props: { ...INTERNAL } } },
        format: { comments: false },
      })
    ).code
      .replaceAll('}\\n', '}')
      .replace(EXPORTS, '$1=>{let $3={};for(let $4 of Object.keys($1))$5($3,$4,{get:$1[$4]});return $3}');
    if (/for\(var \w+ in \w+\)\w+\(\w+,\w+,\{get:/.test(files[fileName]))
      throw new Error(
        `${fileName}: the bundler's helper has another form, in which a page that adds to every object breaks the chat`,
      );
  }
  return files;
}

/**
 * The bundler's way to make a module's exports goes through what a page may have added to every object (A508), and
 * fails on it. Ours takes their own names only.
 */
const EXPORTS = new RegExp(
  String.raw`\((\w+),(\w+)\)=>\{let (\w+)=\{\};for\(var (\w+) in \1\)(\w+)\(\3,\4,\{get:\1\[\4\],enumerable:!0\}\);` +
    String.raw`return \2\|\|\5\(\3,Symbol\.toStringTag,\{value:"Module"\}\),\3\}`,
);

const integrity = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/**
 * Eight digits of the hash name the content, wherever they stand in it; those with which the script compresses best.
 * They make a difference of 30 bytes.
 */
function placeHash(script, digest) {
  const hashes = Array.from({ length: digest.length - 7 }, (_, at) => digest.slice(at, at + 8));
  const sizes = new Map(hashes.map((hash) => [hash, brotliCompressSync(script.replace(NO_HASH, hash)).length]));
  const hash = hashes.reduce((best, one) => (sizes.get(one) < sizes.get(best) ? one : best));
  return { hash, script: script.replace(NO_HASH, hash) };
}
const NO_HASH = '--hash--';

const chunks = await bundle('./src/element/startLife.ts', 'es');
const whole = Object.values(
  await bundle('./src/v2.ts', 'iife', { CHUNK_PATH: JSON.stringify(`v2/${NO_HASH}/element.mjs`) }),
)[0];
const { hash, script } = placeHash(whole, createHash('sha256').update(Object.values(chunks).join('')).digest('hex'));
const folder = `v2/${hash}`;
const files = {
  'v2.js': script,
  ...Object.fromEntries(Object.entries(chunks).map(([name, code]) => [`${folder}/${name}`, code])),
};

await mkdir(here(`./dist/${folder}`), { recursive: true });
for (const [path, code] of Object.entries(files)) await writeFile(here(`./dist/${path}`), code);
const { version } = JSON.parse(await readFile(here('./package.json'), 'utf8'));
const exactName = `v2.${version
  .split('.')
  .slice(1, 3)
  .join('.')
  .replace(/[-+].*/, '')}.js`;
const writeJson = (name, value) => writeFile(here(`./dist/${name}`), `${JSON.stringify(value, undefined, 2)}\n`);
await writeJson(
  'integrity.json',
  Object.fromEntries(
    Object.entries(files).map(([path, code]) => [path === 'v2.js' ? exactName : path, integrity(code)]),
  ),
);
await writeJson('custom-elements.json', await createManifest());
