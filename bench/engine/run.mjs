// What streaming costs in the core, beside an earlier commit. Both are bundled from
// their sources, and stream the same bytes in one process, in turns. No screen, no network: reading the stream, changing
// the state, keeping the reply for a reload and telling other tabs. Then what reading the text of replies costs while it
// grows.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/machine/workspace.mjs';
import { createPage } from './page.mjs';

/** The last commit before the parts of a reply became its only text. */
const BEFORE = '6dc02c696e0b64930301b957190b3f053253d498';
const CORE = 'packages/widget-core';
const folder = path.join(root, 'bench', 'engine', '.build');

const { values } = parseArgs({ options: { before: { type: 'string', default: BEFORE }, quick: { type: 'boolean' } } });
const LENGTHS = [20_000, 80_000];
const CORPUS = path.join(root, CORE, 'src', 'content', 'testing', 'replies');
const REPLIES = readdirSync(CORPUS).flatMap((name) => readFileSync(path.join(CORPUS, name), 'utf8').split('\n%%%\n'));
const ROUNDS = values.quick ? 3 : 21;

const sources = { before: archive(values.before), now: root };
for (const { what, unit, entry, measure } of [
  { what: 'A reply that streams', unit: 'changes of the state', entry: 'createWidget', measure: stream },
  { what: 'A text that grows', unit: 'blocks shown', entry: 'content/streaming/streamingContent', measure: readText },
]) {
  const modules = { before: await bundle('before', entry), now: await bundle('now', entry) };
  console.log(`\n${what}\n\n| characters | before, ms of CPU | now, ms of CPU | now / before | ${unit} |`);
  console.log('| ---: | ---: | ---: | ---: | ---: |');
  for (const length of LENGTHS) await compare(length, modules, measure);
}

async function compare(length, modules, measure) {
  const costs = { before: [], now: [] };
  const ratios = [];
  let counted = 0;
  // The first rounds are compiled on the way, and do not count.
  for (let round = -3; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    const cost = {};
    for (const name of order) {
      const run = await measure(modules[name], length);
      cost[name] = run.cpuMs;
      if (name === 'now') counted = run.count;
    }
    if (round < 0) continue;
    for (const name of order) costs[name].push(cost[name]);
    ratios.push(cost.now / cost.before);
  }
  const [before, now, ratio] = [costs.before, costs.now, ratios].map(median);
  console.log(`| ${length} | ${before.toFixed(1)} | ${now.toFixed(1)} | ${ratio.toFixed(2)} | ${counted} |`);
}

/** Replies of the corpus, so many characters of them, each read anew with every 20. */
function readText({ createStreamingContent }, length) {
  let left = length;
  let count = 0;
  const before = process.cpuUsage();
  while (left > 0) {
    for (const reply of REPLIES) {
      const text = reply.slice(0, left);
      const content = createStreamingContent();
      for (let at = 0; at < text.length; at += 20) {
        content.append(text.slice(at, at + 20));
        count += content.blocks.length;
      }
      content.end();
      left -= text.length;
    }
  }
  return { cpuMs: cpuMsSince(before), count };
}

function cpuMsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A reply of so many characters, as it comes over the wire. */
async function stream({ createWidget }, length) {
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
  const cpuMs = cpuMsSince(before);
  widget.close();
  if (reply.text.length !== length || read < length / 2) throw new Error('The reply was not streamed');
  return { cpuMs, count: changes };
}

async function bundle(name, entry) {
  const outdir = path.join(folder, name);
  await build({
    entryPoints: [path.join(sources[name], CORE, 'src', `${entry}.ts`)],
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
  return import(pathToFileURL(path.join(outdir, `${path.basename(entry)}.mjs`)).href);
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
