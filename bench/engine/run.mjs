// What streaming costs in the core: the conversation as one machine, beside what it was before. Both are bundled from
// their sources, and stream the same bytes in one process, in turns. No screen, no network: reading the stream, changing
// the state, keeping the reply for a reload and telling other tabs.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/machine/workspace.mjs';
import { createPage } from './page.mjs';

/** The last commit in which a send was known in seven places. */
const BEFORE = 'f493105c20b0c4e878037c2c9cbd5c58947fbcb1';
const CORE = 'packages/widget-core';
const folder = path.join(root, 'bench', 'engine', '.build');

const { values } = parseArgs({ options: { before: { type: 'string', default: BEFORE }, quick: { type: 'boolean' } } });
const LENGTHS = [20_000, 80_000];
const ROUNDS = values.quick ? 3 : 21;

const engines = { before: await bundle('before', archive(values.before)), now: await bundle('now', root) };
console.log('| characters | before, ms of CPU | now, ms of CPU | now / before | changes of the state |');
console.log('| ---: | ---: | ---: | ---: | ---: |');
for (const length of LENGTHS) {
  const costs = { before: [], now: [] };
  const ratios = [];
  let changes = 0;
  // The first rounds are compiled on the way, and do not count.
  for (let round = -3; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    const cost = {};
    for (const name of order) {
      const run = await stream(engines[name], length);
      cost[name] = run.cpuMs;
      if (name === 'now') ({ changes } = run);
    }
    if (round < 0) continue;
    for (const name of order) costs[name].push(cost[name]);
    ratios.push(cost.now / cost.before);
  }
  const [before, now, ratio] = [costs.before, costs.now, ratios].map(median);
  console.log(`| ${length} | ${before.toFixed(1)} | ${now.toFixed(1)} | ${ratio.toFixed(2)} | ${changes} |`);
}

/** A reply of so many characters, as it comes over the wire. */
async function stream(createWidget, length) {
  const page = createPage(length);
  const widget = createWidget(page.options);
  let changes = 0;
  let read = 0;
  widget.conversation.subscribe(({ reply }) => {
    changes += 1;
    read = reply?.text.length ?? read;
  });
  const before = process.cpuUsage();
  // The actions of the conversation stood beside its state before.
  const send = widget.conversation.send ?? widget.sendMessage;
  const reply = await send({ message: 'Tell me everything' });
  const { user, system } = process.cpuUsage(before);
  widget.close();
  if (reply.text.length !== length || read < length / 2) throw new Error('The reply was not streamed');
  return { cpuMs: (user + system) / 1000, changes };
}

async function bundle(name, tree) {
  const outdir = path.join(folder, name);
  await build({
    entryPoints: [path.join(tree, CORE, 'src', 'createWidget.ts')],
    nodePaths: [path.join(root, CORE, 'node_modules')],
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  const { createWidget } = await import(pathToFileURL(path.join(outdir, 'createWidget.mjs')).href);
  return createWidget;
}

/** The sources of an earlier commit. */
function archive(commit) {
  const tree = path.join(folder, 'sources');
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const packed = execFileSync('git', ['archive', commit, `${CORE}/src`], { cwd: root, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', tree], { input: packed });
  return tree;
}

function median(values) {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)];
}
