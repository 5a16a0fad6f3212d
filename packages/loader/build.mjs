// Builds what the script tag loads: dist/v2.js, dist/v2/{hash}/{element,panel}.mjs, dist/launcherScheme.js, which the
// server puts into config.mjs, and dist/integrity.json (SHA-384 of each, v2.js under its exact address), and the
// custom-elements manifest. The chunks come first: the hash of their
// content is part of their address, and v2.js carries that address. Older hashes stay where they are.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { minify } from 'terser';
import ts from 'typescript';
import { build } from 'vite';
import { importTwice } from './importTwice.mjs';
import { createManifest } from './manifest.mjs';
import { toArrows } from './toArrows.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Members that only our own scripts read, and the short names they get: those that `elementTypes.ts` marks `@internal`, by
 * the initials of their words (`importElement` → `il`). A name depends on nothing else, so that scripts of two versions on
 * one page agree about it.
 */
function readInternalNames() {
  const file = here('./src/elementTypes.ts');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const names = new Map();
  for (const { members = [] } of source.statements) {
    for (const member of members.filter((one) =>
      ts.getJSDocTags(one).some(({ tagName }) => tagName.text === 'internal'),
    )) {
      const name = member.name.getText();
      const short = name.replace(/[a-z]+/g, ([initial]) => initial).toLowerCase();
      if (names.has(short)) throw new Error(`elementTypes.ts: ${name} and ${names.get(short)} have the same initials`);
      names.set(short, name);
    }
  }
  if (names.size === 0) throw new Error('elementTypes.ts: no member is marked @internal');
  return [...names].map(([short, name]) => ({ name, short }));
}
const INTERNAL = readInternalNames();
const MEMBERS = new RegExp(`^(${INTERNAL.map(({ name }) => name).join('|')})$`);
/** What is fetched when it is first needed. */
const LATER = new RegExp(
  [
    '/widget-core/src/(?:transports/|completions/|lib/(?:cleanText|findMisfit))',
    'eventsource-parser',
    '/loader/src/(?:csp/|doctor/|manifest/|words/translations)',
    '/loader/src/panel/(?:checkArguments|hostCalls|hostTransport|transports/)',
    '/loader/src/element/(?:attention|migrateState|notices|shortcut|triggers)',
  ].join('|'),
);
const COMPRESS = { passes: 3, unsafe_arrows: true, unsafe: true };

/** Rules of a style sheet stand on lines of their own for us, not for browsers. */
const joinRules = {
  name: 'join-rules',
  transform: (code, id) => (id.endsWith('Styles.ts') ? code.replaceAll('}\n', '}') : undefined),
};

/**
 * The bundler's helper for the exports of a module walks through what a page may have added to every object as well
 * (A508), and fails on it. Ours takes their own names only.
 */
const ownExports = {
  name: 'own-exports',
  transform(code, id) {
    if (!id.includes('rolldown/runtime')) return undefined;
    const safe = code.replaceAll('for (var name in all)', 'for (var name of Object.keys(all))');
    if (safe === code) throw new Error("The bundler's helper for exports has another form");
    return safe;
  },
};

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
      plugins: [joinRules, ownExports],
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
          preserveEntrySignatures: 'allow-extension',
          onLog(level, log, next) {
            // A schema that leanSchemas.ts does not have would fail in every host page; it fails here.
            if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message);
            next(level, log);
          },
          output: {
            entryFileNames: 'element.mjs',
            chunkFileNames: '[name].mjs',
            // What the entry needs is in its file: a file of its own would be another way to the server and back.
            ...(format === 'es' && { codeSplitting: { groups: [{ name: 'first', test: (id) => !LATER.test(id) }] } }),
          },
          treeshake: { moduleSideEffects: (id) => id.endsWith(entry.slice(1)) },
        },
      },
    }),
  ].flat();
  const files = {};
  for (const { fileName, code } of result.output) {
    // terser saves a host page 3 percent more than the bundler's own minifier; the script tag's file must not leave
    // names in the page's scope.
    const script = format === 'iife' ? `(()=>{${toArrows(code)}})()` : importTwice(code);
    files[fileName] = (
      await minify(script, {
        module: format === 'es',
        ecma: 2022,
        compress: { ...COMPRESS, hoist_vars: format === 'iife' },
        mangle: { properties: { regex: MEMBERS } },
        // Terser keeps names in its cache with a dollar sign before them.
        nameCache: { props: { props: Object.fromEntries(INTERNAL.map(({ name, short }) => [`$${name}`, short])) } },
        format: { comments: false },
      })
    ).code;
  }
  return files;
}

const integrity = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/**
 * Eight digits of the hash name the content, wherever they stand in it. Which ones changes the compressed size by up to
 * 20 bytes at random, so that a script of the same content could exceed its budget: the smallest result counts.
 */
function placeHash(script, digest) {
  const hashes = Array.from({ length: digest.length - 7 }, (_, at) => digest.slice(at, at + 8));
  const sizes = new Map(hashes.map((hash) => [hash, brotliCompressSync(script.replace(NO_HASH, hash)).length]));
  const hash = hashes.reduce((best, one) => (sizes.get(one) < sizes.get(best) ? one : best));
  return { hash, script: script.replace(NO_HASH, hash) };
}
const NO_HASH = '--hash--';

const chunks = await bundle('./src/element/createController.ts', 'es');
const [whole] = Object.values(
  await bundle('./src/v2.ts', 'iife', { CHUNK_PATH: JSON.stringify(`v2/${NO_HASH}/element.mjs`) }),
);
const [launcherScheme] = Object.values(await bundle('./src/launcherScheme.ts', 'iife'));
const { hash, script } = placeHash(whole, createHash('sha512').update(Object.values(chunks).join('')).digest('hex'));
const folder = `v2/${hash}`;
const files = {
  'v2.js': script,
  ...Object.fromEntries(Object.entries(chunks).map(([name, code]) => [`${folder}/${name}`, code])),
};

await mkdir(here(`./dist/${folder}`), { recursive: true });
await writeFile(here('./dist/launcherScheme.js'), launcherScheme);
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
