// (a) Bytes: minified, gzip -9 and brotli 11. Initial JS is the entry with its static imports; the rest is lazy.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { bundles } from '../../contenders/bundle/index.mjs';
import { addSizes, bundle, reasonOf, sizes, ZERO } from '../lib/build.mjs';
import { list, PROJECT, ROOT } from '../lib/env.mjs';
import { findFiles, initialScripts } from '../../../../scripts/build/builtFiles.mjs';

/** A file of the harness, or of a package in the nearest node_modules (a workspace root's will do). */
function resolve(f) {
  if (existsSync(path.join(ROOT, f))) return path.join(ROOT, f);
  for (let d = ROOT; ; d = path.dirname(d)) {
    const p = path.join(d, 'node_modules', f);
    if (existsSync(p)) return p;
    if (d === path.dirname(d)) throw new Error(`Not found: ${f}`);
  }
}

/** Files that are shipped as they are: each is sent and compressed by itself. */
async function shipped(files, lazyFiles = []) {
  const total = async (names) => {
    let sum = ZERO;
    for (const name of names) sum = addSizes(sum, sizes(await readFile(path.join(PROJECT, name))));
    return sum;
  };
  if (files.length === 0) throw new Error('not built');
  return {
    initial: await total(files),
    lazy: await total(lazyFiles),
    css: ZERO,
    assets: ZERO,
    initialFiles: files.length,
    lazyFiles: lazyFiles.length,
    assetFiles: 0,
  };
}

/** A built page: what it needs at once, and the scripts it can load later. */
async function shippedPage(page) {
  const initial = initialScripts(page);
  const folder = path.posix.dirname(page);
  const all = readdirSync(path.join(PROJECT, folder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/assets/${name}`);
  return shipped(
    initial,
    all.filter((name) => !initial.includes(name)),
  );
}

export default async function run(args) {
  const only = list(args.only);
  const out = [];
  for (const [i, b] of bundles.entries()) {
    if (only && !only.some((o) => b.name.includes(o))) continue;
    try {
      let r;
      if (b.page) r = await shippedPage(b.page);
      else if (b.files) r = await shipped([...findFiles(b.files), ...(b.also ? findFiles(b.also) : [])]);
      else if (b.file) {
        const src = await readFile(resolve(b.file), 'utf8');
        const min = (await transform(src, { minify: true, legalComments: 'none', target: 'es2022' })).code;
        r = {
          initial: sizes(Buffer.from(min)),
          lazy: ZERO,
          css: ZERO,
          assets: ZERO,
          initialFiles: 1,
          lazyFiles: 0,
          assetFiles: 0,
        };
      } else r = await bundle({ name: `bundle/${i}`, contents: b.js, alias: b.alias, external: b.external });
      if (b.css) r.css = addSizes(r.css, sizes(await readFile(resolve(b.css))));
      const { outdir, entry, ...row } = r;
      out.push({ name: b.name, group: b.group, ...row });
      if (args.verbose)
        console.error(
          b.name,
          JSON.stringify(row.initial),
          'lazy',
          row.lazyFiles,
          row.lazy.gz,
          'css',
          row.css.gz,
          'assets',
          row.assetFiles,
          row.assets.raw,
        );
    } catch (e) {
      out.push({ name: b.name, group: b.group, error: `did not build: ${reasonOf(e)}` });
      if (args.verbose) console.error(b.name, 'FAILED', String(e.message).slice(0, 300));
    }
  }
  return { bundles: out };
}
