// Plays the faults of freshFaults.json, which were written from the sources without a look at the tests, and records
// in freshFaults.result.json which of them a unit test catches: at the first time, and now.
//   (nothing)  all of them      <words>  those whose name has one of the words
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, root } from '../workspace.mjs';
import { playChanges } from './playChanges.mjs';
import { findRelatedTests, projectOf } from './relatedTests.mjs';

/** How many test files are played, the nearest ones first; what survives them is played against more. */
const STAGES = [3, 10, 40];

const words = process.argv.slice(2);
const faults = readJson('scripts', 'mutants', 'freshFaults.json').filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const place = path.join(root, 'scripts', 'mutants', 'freshFaults.result.json');
const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};

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

/** Tests named after the file come first, then the nearest. */
function chooseTests({ file }, from, to) {
  const project = ['browser', 'loader'].find((name) => projectOf(file) === name) ?? 'node';
  const words = wordsOf(file);
  const shared = (test) => wordsOf(test).filter((word) => words.includes(word)).length;
  const tests = findRelatedTests(file)
    .map(({ test }) => test)
    .filter((test) => projectOf(test) === project)
    .sort((one, other) => shared(other) - shared(one));
  return { project, tests: tests.slice(from, to) };
}

/** `LanguageSelect.tsx` → `language`, `select`. */
function wordsOf(file) {
  const [base] = path.basename(file).split(/\.(?:test\.)?tsx?$/);
  return (base.match(/[a-z]+|[A-Z][a-z]+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, ''));
}
