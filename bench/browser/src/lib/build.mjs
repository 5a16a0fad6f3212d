import { build } from 'esbuild';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { BUILD, PROJECT, ROOT } from './env.mjs';

/** One copy of React for everybody. */
const ONE_REACT = {
  react: path.join(ROOT, 'node_modules/react'),
  'react-dom': path.join(ROOT, 'node_modules/react-dom'),
};

/** Puts the shipped frame where pages of the harness find it, at `/sotto/`. */
export const placeFrame = () =>
  cp(path.join(PROJECT, 'packages/frame/dist'), path.join(BUILD, 'sotto'), { recursive: true });

export const sizes = (buf) => ({
  raw: buf.length,
  gz: zlib.gzipSync(buf, { level: 9 }).length,
  br: zlib.brotliCompressSync(buf, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: buf.length },
  }).length,
});
export const addSizes = (a, b) => ({ raw: a.raw + b.raw, gz: a.gz + b.gz, br: a.br + b.br });
export const ZERO = { raw: 0, gz: 0, br: 0 };

/**
 * Bundles one entry (source text or file) for production, ESM with code
 * splitting, so that what a library loads lazily stays out of the initial bytes.
 */
export async function bundle({ name, contents, file, alias = {}, outdir = path.join(BUILD, name), external = [] }) {
  await mkdir(outdir, { recursive: true });
  const res = await build({
    ...(file
      ? { entryPoints: { index: file } }
      : { stdin: { contents, resolveDir: ROOT, sourcefile: `${name}.jsx`, loader: 'jsx' } }),
    entryNames: 'index',
    chunkNames: 'c-[hash]',
    assetNames: 'a-[name]-[hash]',
    absWorkingDir: ROOT,
    outdir,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['browser', 'production'],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
    legalComments: 'none',
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.svg': 'dataurl', '.png': 'dataurl' },
    metafile: true,
    alias: { ...ONE_REACT, ...alias },
    external,
    logLevel: 'error',
  });
  const outputs = res.metafile.outputs;
  const entry = Object.keys(outputs).find((f) => /(^|\/)(index|stdin)\.js$/.test(f));
  const initial = new Set();
  const walk = (f) => {
    if (initial.has(f) || !outputs[f]) return;
    initial.add(f);
    for (const i of outputs[f].imports) if (i.kind === 'import-statement') walk(i.path);
  };
  walk(entry);
  const r = {
    initial: ZERO,
    lazy: ZERO,
    css: ZERO,
    assets: ZERO,
    initialFiles: 0,
    lazyFiles: 0,
    assetFiles: 0,
    outdir,
  };
  for (const f of Object.keys(outputs)) {
    const s = sizes(await readFile(path.resolve(ROOT, f)));
    if (f.endsWith('.css')) r.css = addSizes(r.css, s);
    else if (!f.endsWith('.js')) {
      r.assets = addSizes(r.assets, s);
      r.assetFiles++;
    } else if (initial.has(f)) {
      r.initial = addSizes(r.initial, s);
      r.initialFiles++;
    } else {
      r.lazy = addSizes(r.lazy, s);
      r.lazyFiles++;
    }
  }
  r.entry = path.basename(entry);
  return r;
}

/**
 * Builds contenders one after the other. One that does not build is an answer as well: its row gives the reason, and
 * the others go on. Sotto has no such excuse: without it there is nothing to compare.
 *
 * @param build - builds the contender of a name
 * @returns names that were built, and a row for each that was not
 */
export async function buildEach(names, build) {
  const built = [];
  const failed = {};
  for (const name of names) {
    try {
      await build(name);
      built.push(name);
    } catch (error) {
      if (name.startsWith('sotto')) throw error;
      failed[name] = { label: name, error: `did not build: ${reasonOf(error)}` };
      console.error(`${name} ${failed[name].error}`);
    }
  }
  return { built, failed };
}

/** The first sentence of a failure, fit for a cell of a table. */
export function reasonOf(error) {
  const text = error.errors?.[0]?.text ?? String(error.message ?? error).split('\n')[0];
  return text.replaceAll('|', '\\|').slice(0, 200);
}

/** Bundle plus a page that loads it. */
export async function page({ name, contents, head = '', body = '<div id="root"></div>' }) {
  const b = await bundle({ name, contents });
  const css = b.css.raw ? '<link rel="stylesheet" href="./index.css">' : '';
  await writeFile(
    path.join(b.outdir, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<link rel="icon" href="data:,"><title>${name}</title>${css}${head}</head><body>${body}<script type="module" src="./${b.entry}"></script></body></html>`,
  );
  return b;
}
