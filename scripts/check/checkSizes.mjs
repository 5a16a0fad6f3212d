// Bytes against the budgets in sizes.json. Compressed as a server would send them: each file by itself.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { findFiles, initialScripts, initialStyles, reach } from '../build/builtFiles.mjs';
import { readJson, root } from '../machine/workspace.mjs';

const compress = {
  brotli: (data) => brotliCompressSync(data).length,
  gzip: (data) => gzipSync(data, { level: 9 }).length,
};

/** Words of a library's own source that survive minifying. */
const TELLTALE = {
  katex: 'katex-error',
  mermaid: 'Syntax error in text',
  dompurify: 'cannot be sanitized in-place',
  '@floating-ui': 'data-floating-ui-',
  'react-dom': 'react.dev/errors',
};

/** The texts that a budget is about, each with a name. */
async function readTexts(budget) {
  if (budget.files) return readFiles(findFiles(budget.files));
  if (budget.page)
    return readFiles(budget.part === 'styles' ? initialStyles(budget.page) : initialScripts(budget.page));
  const bundled = await build({
    stdin: { contents: budget.import, resolveDir: path.join(root, budget.from), loader: 'ts' },
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: '/',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: budget.external ?? [],
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const outputs = Object.entries(bundled.metafile.outputs);
  const entry = outputs.find(([, output]) => output.entryPoint === '<stdin>')[0];
  const initial = reach(entry, (name) =>
    bundled.metafile.outputs[name].imports
      .filter((link) => link.kind === 'import-statement' && !link.external)
      .map((link) => link.path),
  );
  const inputs = [...initial].flatMap((name) => Object.keys(bundled.metafile.outputs[name].inputs));
  return [...initial].map((name) => ({
    name,
    inputs,
    data: bundled.outputFiles.find((file) => path.basename(file.path) === path.basename(name)).contents,
  }));
}

function readFiles(files) {
  return files.map((name) => ({ name, inputs: [name], data: readFileSync(path.join(root, name)) }));
}

/**
 * A library is in a chunk when one of its modules is or, where only the chunk is known, when words are that only the
 * library says.
 */
function holds(text, library) {
  return (
    text.inputs.some((input) => input.includes(`/node_modules/${library}/`)) ||
    Buffer.from(text.data).includes(TELLTALE[library])
  );
}

const sizes = new Map();
let isGood = true;
for (const budget of readJson('scripts', 'check', 'sizes.json')) {
  const texts = await readTexts(budget).catch((error) => (console.log(error.message), []));
  const whole = budget.files
    ? Math.max(0, ...texts.map((text) => compress[budget.unit](text.data)))
    : texts.reduce((total, text) => total + compress[budget.unit](text.data), 0);
  sizes.set(budget.name, whole);
  const largest = budget.beyond ? whole - sizes.get(budget.beyond) : whole;
  const found = (budget.without ?? []).filter((library) => texts.some((text) => holds(text, library)));
  const verdict =
    texts.length === 0 || largest === 0
      ? 'nothing to measure'
      : texts.length > (budget.limitFiles ?? Infinity)
        ? `in ${texts.length} files`
        : found.length > 0
          ? `contains ${found.join(', ')}`
          : largest > budget.limitBytes
            ? 'too large'
            : 'ok';
  if (verdict !== 'ok') isGood = false;
  console.log(
    `${budget.name}: ${(largest / 1024).toFixed(2)} of ${(budget.limitBytes / 1024).toFixed(2)} KiB ${budget.unit}, ${verdict}`,
  );
}
process.exit(isGood ? 0 : 1);
