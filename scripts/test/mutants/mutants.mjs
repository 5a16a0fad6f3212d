// Makes mutants of the sources and wants the test of each to be red: what tests are worth. The mutants are in the JSON
// files of this folder (rows.mjs).
//   (nothing)        all of them
//   <words>          those whose name, file, test or package has one of the words
//   --changed        only those whose file or test differs from the main branch
//   --sample <min>   those first, then others in an order that the commit decides, for as many minutes; a survivor that
//                    docs/quality.md names does not fail the run
//   --left           only those that have not been played at this commit
//   --write          the table in docs/quality.md, from the last result of each; with words or options that choose, only
//                    what they choose is played before
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changedFiles, currentCommit } from '../../machine/changedFiles.mjs';
import { memory } from '../../machine/workspace.mjs';
import { playMutants } from './play.mjs';
import { readMutants } from './rows.mjs';
import { shuffle } from './shuffle.mjs';
import { isNamedSurvivor, toTable, writeTable } from './table.mjs';

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    sample: { type: 'string' },
    left: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const results = path.join(memory, 'mutants.json');
const readKnown = () => (existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {});
const commit = currentCommit();
const mutants = readMutants();

// So that what is changed on disk is restored, and the lanes end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
const chosen = choose(readKnown());
const counts = { caught: 0, survived: 0, broken: 0 };
let isFailed = false;
await playMutants(chosen, {
  known: readKnown(),
  until: options.sample ? Date.now() + Number(options.sample) * 60_000 : Infinity,
  onResult({ mutant, state, by = '', detail, ms }) {
    counts[state] += 1;
    isFailed ||= state === 'broken' || (state === 'survived' && !(options.sample && isNamedSurvivor(mutant.name)));
    if (state !== 'caught')
      console.log(`${state.toUpperCase()} ${mutant.name} (${mutant.file}, ${mutant.test}) ${detail}`);
    keep(mutant.name, { state, by, ms, commit, date: new Date().toISOString().slice(0, 10) });
  },
});
console.log(
  `${counts.caught} of ${chosen.length} mutants were caught, ${counts.survived} survived, ` +
    `${counts.broken} could not be played, ${chosen.length - counts.caught - counts.survived - counts.broken} were not tried.`,
);
if (options.write) writeTable(toTable(mutants, readKnown()));
process.exit(isFailed ? 1 : 0);

/** After each result, so that a run which is ended keeps what it found. */
function keep(name, result) {
  mkdirSync(memory, { recursive: true });
  const own = `${results}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ ...readKnown(), [name]: result }, null, 1));
  // Whole at once: another run may read it meanwhile.
  renameSync(own, results);
}

function choose(known) {
  const fit = mutants
    .filter((row) => words.length === 0 || words.some((word) => `${row.name} ${row.file} ${row.test}`.includes(word)))
    .filter(({ name }) => !options.left || known[name]?.commit !== commit);
  if (!options.changed && !options.sample) return fit;
  const changed = new Set(changedFiles());
  const [first, others] = [true, false].map((is) =>
    fit.filter(({ file, test }) => (changed.has(file) || changed.has(test)) === is),
  );
  return options.changed ? first : [...first, ...shuffle(others, commit)];
}
