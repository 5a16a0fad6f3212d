// Takes guards away and wants a test red for each. The guards, what takes them away, and the tests are in guards.json;
// the mutants of the checklist's clauses are in clauses.json.
//   (nothing)        all of them
//   <words>          those whose name has one of the words
//   --sample <min>   those in files that differ from the main branch, then others in an order that the commit decides,
//                    for as many minutes
//   --write          docs/security/guards.md
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isTitleRed, readClauseMutants } from './clauses.mjs';
import { changedFiles, currentCommit } from '../machine/changedFiles.mjs';
import { playChanges } from './mutants/playChanges.mjs';
import { shuffle } from './mutants/shuffle.mjs';
import { readJson, root } from '../machine/workspace.mjs';

const args = process.argv.slice(2);
const guards = readJson('scripts', 'test', 'guards.json');
const all = [...guards, ...readClauseMutants(readJson('scripts', 'test', 'clauses.json'))];

if (args.includes('--write')) writeFileSync(path.join(root, 'docs', 'security', 'guards.md'), toPage());
else process.exit(prove() ? 0 : 1);

function prove() {
  const at = args.indexOf('--sample');
  const [, minutes] = at < 0 ? [] : args.splice(at, 2).map(Number);
  const chosen = minutes
    ? sample()
    : all.filter(({ name }) => args.length === 0 || args.some((word) => name.includes(word)));
  const counts = { caught: 0, 'left out': 0, failed: 0 };
  playChanges(
    chosen.map((guard) => ({ ...guard, tests: guard.test })),
    { onResult, until: minutes ? Date.now() + minutes * 60_000 : Infinity },
  );
  console.log(
    `${counts.caught} of ${all.length} guards and mutants of clauses were taken away and their tests were red; ` +
      `${counts.failed} were not missed or not found${minutes ? `, ${all.length - counts.caught - counts.failed} were not tried this time` : ''}.`,
  );
  return counts.failed === 0 && counts.caught > 0;

  function onResult({ change, state: found, failed, detail }) {
    const isMissed = found === 'caught' && change.title !== undefined && !isTitleRed(change.title, failed);
    const state = isMissed ? 'survived' : found;
    counts[state in counts ? state : 'failed'] += 1;
    if (state === 'survived')
      console.log(`FAILED ${change.name}: ${change.title ?? change.test} is not red without it`);
    if (state === 'broken') console.log(`FAILED ${change.name}: ${detail}`);
  }
}

/** Guards in changed files first, then the others, which another commit takes in another order. */
function sample() {
  const changed = new Set(changedFiles());
  const isChanged = ({ file, test }) => changed.has(file) || changed.has(test);
  console.log(`Sample of commit ${currentCommit()}`);
  return [
    ...all.filter(isChanged),
    ...shuffle(
      all.filter((guard) => !isChanged(guard)),
      currentCommit(),
    ),
  ];
}

function toPage() {
  const rows = guards.map(({ name, file, test }) => `| ${name} | \`${file}\` | \`${test}\` |`);
  return (
    `# Guards and the tests that hold them\n\nEach guard was taken away once and its test went red. ` +
    `\`npm run guards\` does it again for all of them, and \`npm test\` for a sample; the sources stay as they are, ` +
    `because the change is made while a test loads the file.\n\n| guard | where | red without it |\n|---|---|---|\n${rows.join('\n')}\n`
  );
}
