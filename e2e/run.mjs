// Runs the specs in a real browser and leaves the counts in output/results.json, the time of each file in
// output/times.jsonl (or where SOTTO_FILE_TIMES says). A spec that fails is played once more, alone (scripts/test/secondTry.mjs).
// usage: node e2e/run.mjs [--all] [--engine chromium|firefox|webkit] [--late] [vitest arguments]
//   (nothing)  what every change can break: specs/, and the core specs of engines/, in Chromium's headless shell
//   --all      everything: nightly/ and packages/ too, every sample in full, and the core specs in the whole Chromium,
// Firefox and WebKit
//   --engine   everything in one engine, as far as its drivers can; what is left out says why (engines/leftOut.ts,
// engines/webkit)
//   --late     every file that is fetched when it is needed is late (lateFiles.mjs)
//   a name     the files of that name, wherever they are
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireEngine, variableOf } from '../scripts/machine/browsers.mjs';
import { findUnlawful, reasonWithout } from '../scripts/test/leftOut.mjs';
import { playWithSecondTry, readOften } from '../scripts/test/secondTry.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const output = path.join(here, 'output');
rmSync(path.join(output, 'results.json'), { force: true });
rmSync(path.join(output, 'leftOut.jsonl'), { force: true });
mkdirSync(output, { recursive: true });

const words = process.argv.slice(2);
const at = words.indexOf('--engine');
const [, only] = at < 0 ? [] : words.splice(at, 2);
const isLate = takeWord('--late');
const isEverything = takeWord('--all') || process.env.SOTTO_ALL === '1' || only !== undefined;
const ENGINES = ['chromium', 'firefox', 'webkit'];
if (at >= 0 && !ENGINES.includes(only)) {
  console.error(`There is no engine '${only}': ${ENGINES.join(', ')}.`);
  process.exit(1);
}
// An engine that is not asked for is not there, even where its path is set.
const asked = only ? [only] : isEverything ? [...ENGINES, 'shell'] : ['chromium', 'shell'];
const paths = Object.fromEntries(
  [...ENGINES, 'shell'].map((name) => [variableOf(name), asked.includes(name) ? pathOf(name) : '']),
);

const { report, isGood, flaky, ended } = playWithSecondTry(
  ['--config', 'e2e/vitest.config.ts'],
  words,
  path.join(output, 'vitest.json'),
  {
    cwd: path.dirname(here),
    stdio: 'inherit',
    env: {
      SOTTO_FILE_TIMES: path.join(output, 'times.jsonl'),
      ...process.env,
      ...paths,
      SOTTO_ALL: isEverything ? '1' : '',
      SOTTO_NAMED: words.some((word) => !word.startsWith('-')) ? '1' : '',
      ...(only && { SOTTO_ENGINE: only }),
      ...(isLate && { SOTTO_LATE_FILES: '1' }),
    },
  },
);
if (!report) {
  console.error(
    `No spec was played: vitest ended ${ended.signal ? `by ${ended.signal}` : `with exit code ${ended.status}`} and wrote no report.`,
  );
  process.exit(1);
}
const tests = report.testResults.flatMap((file) => file.assertionResults);
const leftOut = tests.flatMap(({ title }) => (/\(left out: [^]*\)$/.test(title) ? [title] : []));
for (const title of leftOut) console.log(`LEFT OUT: ${title}`);
const countOf = (status) => tests.filter((test) => test.status === status).length;
const unlawful = findSkipped();
for (const { file, fullName } of unlawful) console.log(`LEFT OUT, which counts as failed: ${file} › ${fullName}`);
// Pending at the end is what never ended, because its process was gone.
const counts = {
  passed: countOf('passed'),
  failed: countOf('failed') + countOf('pending') + unlawful.length,
  skipped: countOf('skipped') + countOf('todo'),
  flaky,
};
const often = isEverything ? readOften() : [];
for (const name of often) console.log(`FLAKY, three times or more, which counts as failed: ${name}`);
counts.failed += often.length;
if (!isGood && counts.failed === 0) counts.failed = 1;
writeFileSync(path.join(output, 'results.json'), JSON.stringify(counts));
printLeftOut();
const beside = [
  flaky.length > 0 && `${flaky.length} flaky`,
  leftOut.length > 0 && `${leftOut.length} left out, with their reasons`,
].filter(Boolean);
console.log([`${counts.passed} passed, ${counts.failed} failed`, ...beside].join(', '));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

/**
 * What was left out although it should have been played. With --engine specs are left out that say why, and -t leaves
 * out all others.
 */
function findSkipped() {
  if (only || words.some((word) => /^(?:-t|--testNamePattern)\b/.test(word))) return [];
  const missing = ENGINES.filter((name) => paths[variableOf(name)] === '').map((name) => `in ${name} `);
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(
        ({ status, fullName }) =>
          ['skipped', 'todo'].includes(status) && !missing.some((start) => fullName.startsWith(start)),
      )
      .map(({ title, fullName }) => ({ file: path.relative(path.dirname(here), name), title, fullName })),
  );
  return findUnlawful(skipped);
}

function takeWord(word) {
  const index = words.indexOf(word);
  if (index >= 0) words.splice(index, 1);
  return index >= 0;
}

/** Says by name what a driver could not play, reason by reason (see engines/webkit/leaveOut.ts). */
function printLeftOut() {
  const file = path.join(output, 'leftOut.jsonl');
  if (!existsSync(file)) return;
  const all = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  console.log(`\nLEFT OUT: ${all.length} specs that the drivers cannot play`);
  for (const [reason, those] of new Map(
    all.map(({ reason }) => [reason, all.filter((each) => each.reason === reason)]),
  )) {
    console.log(`  ${those.length} × ${reason}`);
    for (const { file: spec, name } of those) console.log(`      ${spec}: ${name}`);
  }
}

/** Where an engine is. It must be there, unless the platform may lack it (leftOut.mjs) and nobody asked for it by name. */
function pathOf(name) {
  const reason = name === only ? undefined : reasonWithout(name);
  try {
    return requireEngine(name);
  } catch (error) {
    if (name === 'shell')
      console.log(
        'Without its headless shell, all specs are played in the whole Chromium, which takes a third longer.',
      );
    else if (reason) console.log(`LEFT OUT: the core specs in ${name}, because ${reason}.`);
    else {
      console.error(error.message);
      process.exit(1);
    }
    return '';
  }
}
