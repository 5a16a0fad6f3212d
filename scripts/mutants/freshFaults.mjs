// Plays the faults of freshFaults.json, which were written from the sources without a look at the tests, and records
// in freshFaults.result.json which of them a unit test catches.
//   (nothing)  all of them      <words>  those whose name has one of the words
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, root } from '../workspace.mjs';
import { playChanges } from './playChanges.mjs';
import { findRelatedTests } from './relatedTests.mjs';

/** How many test files are played at first, the nearest ones; what survives them is played against more. */
const NEAR = 8;
const MOST = 40;
const PROJECTS = { 'widget-core': 'browser', 'widget-react': 'browser', frame: 'browser', loader: 'loader' };

const words = process.argv.slice(2);
const faults = readJson('scripts', 'mutants', 'freshFaults.json').filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const place = path.join(root, 'scripts', 'mutants', 'freshFaults.result.json');
const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};

const survivors = play(faults, 0, NEAR);
const left = play(survivors, NEAR, MOST);
console.log(`${faults.length - left.length} of ${faults.length} faults were caught.`);
for (const { name } of left) console.log(`SURVIVED ${name}`);
writeFileSync(place, `${JSON.stringify(Object.fromEntries(Object.entries(known).sort()), null, 2)}\n`);
process.exit(left.length / faults.length > 0.2 ? 1 : 0);

/** @returns the faults that no test among the nearest `from` to `to` has caught */
function play(list, from, to) {
  const changes = list.map((fault) => ({ ...fault, ...chooseTests(fault, from, to) }));
  const surviving = changes.filter(({ tests }) => tests.length === 0);
  for (const { name } of surviving) known[name] ??= { state: 'survived', by: '' };
  playChanges(
    changes.filter(({ tests }) => tests.length > 0),
    {
      onResult({ change, state, failed, detail }) {
        if (state === 'broken') console.log(`BROKEN ${change.name}: ${detail}`);
        known[change.name] = { state, by: failed[0]?.title ?? '' };
        if (state !== 'caught') surviving.push(change);
      },
    },
  );
  return list.filter(({ name }) => surviving.some((each) => each.name === name));
}

function chooseTests({ file }, from, to) {
  const [, folder] = file.split('/');
  const project = PROJECTS[folder] ?? 'node';
  const tests = findRelatedTests(file)
    .map(({ test }) => test)
    .filter((test) => (PROJECTS[test.split('/')[1]] ?? 'node') === project)
    .filter((test) => !readFileSync(path.join(root, test), 'utf8').includes('vi.mock(') && !test.includes('.walk.'))
    .slice(from, to);
  return { project, tests };
}
