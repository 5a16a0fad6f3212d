// Plays the faults of freshFaults.json, which were written from the sources without a look at the tests, and records
// in freshFaults.result.json which of them a unit test catches: at the first time, and now. A set is measured by its
// first time only: the tests that were written for its survivors know them.
//   (nothing)     all of them
//   <words>       those whose name has one of the words
//   --set <n>     those of one set
//   --survivors   those that no test has caught yet
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readJson, root } from '../../machine/workspace.mjs';
import { playChanges } from './playChanges.mjs';
import { findRelatedTests, projectOf } from './relatedTests.mjs';

/** How many test files are played, the nearest ones first; what survives them is played against more. */
const STAGES = [6, 30];
/** At most so many of those that need Node: most of them start a server. */
const MOST_IN_NODE = 12;

const EMPTY_WORDS = new Set(['create', 'use', 'route', 'part', 'page', 'query', 'widget', 'test', 'the']);

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { set: { type: 'string' }, survivors: { type: 'boolean', default: false } },
});
const place = path.join(root, 'scripts', 'mutants', 'freshFaults.result.json');
const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
const faults = readJson('scripts', 'mutants', 'freshFaults.json').filter(
  ({ name, set }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) &&
    (options.set === undefined || String(set) === options.set) &&
    (!options.survivors || known[name]?.state !== 'caught'),
);
if (faults.length === 0) {
  console.error('No fault of freshFaults.json fits these words and options.');
  process.exit(1);
}

let left = faults;
for (const [index, to] of STAGES.entries()) left = play(left, STAGES[index - 1] ?? 0, to);
console.log(`${faults.length - left.length} of ${faults.length} faults were caught.`);
for (const fault of faults) keepFirst(fault);
for (const { name } of left) console.log(`SURVIVED ${name}`);
process.exit(left.length / faults.length > 0.2 ? 1 : 0);

/** @returns the faults that no test among the nearest `from` to `to` has caught */
function play(list, from, to) {
  const changes = list.map((fault) => ({ ...fault, ...chooseTests(fault, from, to) }));
  const surviving = changes.filter(({ tests }) => tests.length === 0);
  for (const { name } of surviving) if (from === 0) keep(name, 'survived');
  playChanges(
    changes.filter(({ tests }) => tests.length > 0),
    {
      onResult(first) {
        const { change, state, failed, detail } = isLate(first) ? playAlone(first) : first;
        if (state === 'broken') console.log(`BROKEN ${change.name}: ${detail}`);
        if (state === 'caught') console.log(`caught ${change.name}: ${failed[0].message.split('\n', 1)[0]}`);
        keep(change.name, state, failed[0]?.title);
        if (state !== 'caught') surviving.push(change);
      },
    },
  );
  return list.filter(({ name }) => surviving.some((each) => each.name === name));
}

/** A test that only took too long says nothing on a busy machine. */
function isLate({ state, failed }) {
  return state === 'caught' && failed.every(({ message }) => /timed out in|did not end/.test(message));
}

function playAlone({ change }) {
  const [alone] = playChanges([change]);
  return alone;
}

/** Written after each result, so that a run which is ended keeps what it found. */
function keep(name, state, by = '') {
  known[name] = { ...known[name], state, by };
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(Object.entries(known).sort()), null, 2)}\n`);
}

/** The first result of a fault stays as it was. One that says nothing about the tests is none. */
function keepFirst({ name }) {
  const { state, by, first } = known[name];
  if (state !== 'broken') known[name] = { state, by, first: first ?? { state, by } };
  keep(name, state, by);
}

/** Tests named after the file come first, then those that speak of it most, then the nearest. */
function chooseTests({ file }, from, to) {
  const project = ['browser', 'loader'].find((name) => projectOf(file) === name) ?? 'node';
  const words = wordsOf(file);
  const tests = findRelatedTests(file)
    .filter(({ test }) => projectOf(test) === project)
    .map(({ test }) => ({ test, ...measure(test, words) }))
    .sort((one, other) => other.shared - one.shared || other.mentions - one.mentions)
    .map(({ test }) => test)
    .slice(0, project === 'node' ? MOST_IN_NODE : undefined);
  return { project, tests: tests.slice(from, to) };
}

/**
 * How many words of a file's name a test's name has, and how often its text says them, each as seldom as the powers of
 * two: a long test is not nearer for being long.
 */
function measure(test, words) {
  const text = readFileSync(path.join(root, test), 'utf8').toLowerCase();
  return {
    shared: wordsOf(test).filter((word) => words.includes(word)).length,
    mentions: words.reduce((sum, word) => sum + Math.floor(Math.log2(text.split(word).length)), 0),
  };
}

/** `LanguageSelect.tsx` → `language`, `select`. Words that name no thing are none. */
function wordsOf(file) {
  const [base] = path.basename(file).split(/\.(?:test\.)?tsx?$/);
  return (base.match(/[a-z]+|[A-Z][a-z]+/g) ?? [])
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => !EMPTY_WORDS.has(word));
}
