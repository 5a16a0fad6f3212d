// A second try that is counted: for tests that a busy machine can fail, in a browser or by the clock. A test that fails
// is played once more, alone, when all others are done. Plain Node.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, vitestCommand } from '../machine/programs.mjs';
import { root } from '../machine/workspace.mjs';

/**
 * One line a test that was green at its second try: `{ name, date, commit }`. It is committed with whatever was being
 * done, so that it outlives the clone; CI only prints. Whoever mends a test deletes its lines.
 */
export const FLAKY_FILE = path.join(root, 'scripts', 'test', 'flaky.jsonl');
/** So often in the list, a name fails `npm run test:all`. */
const OFTEN = 3;
/** More failures than this in one run are no chance: they get no second try. */
const MOST = 5;

/**
 * Plays vitest, and what failed a second time.
 *
 * @param args - of vitest, at both tries: `--config` and what else tells it how to run
 * @param words - of vitest, at the first try: what chooses the tests
 * @param reportFile - where its JSON reporter writes. Tests that were green at the second try are there as passed
 * @param options - for `spawnSync`
 * @returns `report`, undefined when vitest wrote none; `isGood`: nothing failed that was not green at its second try;
 *   `flaky`: the names of those
 */
export function playWithSecondTry(args, words, reportFile, options) {
  const [node, vitest] = vitestCommand();
  const play = (chosen, env) => {
    rmSync(reportFile, { force: true });
    const ended = runProgram(node, [vitest, 'run', ...args, ...chosen], {
      ...options,
      env: { ...options.env, ...env },
    });
    return { ended, report: existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined };
  };
  const { ended, report } = play(words);
  if (!report) return { report, isGood: false, flaky: [], ended };
  const failed = findFailed(report);
  const second = (failed.length <= MOST ? failed : []).map((each) => {
    console.log(`\nOnce more, alone: ${nameOf(each)}`);
    return play(chooseOnly(each), { SOTTO_FILE_TIMES: '' }).report;
  });
  const { flaky, red } = decide(failed, second);
  for (const { file, test, again } of flaky) {
    if (test) test.status = 'passed';
    else file.assertionResults = again.testResults[0].assertionResults;
    if (findFailed({ testResults: [file] }).every((each) => !each.test)) file.status = 'passed';
  }
  const count = flaky.filter(({ test }) => test).length;
  report.numFailedTests -= count;
  report.numPassedTests += count;
  writeFileSync(reportFile, JSON.stringify(report));
  const names = flaky.map(nameOf);
  for (const name of names) console.log(`flaky: ${name}`);
  if (!process.env.CI) noteFlaky(names);
  // A run that fails although all tests passed has an error of its own, which no second try mends.
  return { report, isGood: red.length === 0 && (ended.status === 0 || failed.length > 0), flaky: names, ended };
}

/**
 * What failed, never ended because its process was gone, or could not be loaded: `{ file, test }` of the report, without
 * `test` a whole file.
 */
export function findFailed({ testResults }) {
  return testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed' || status === 'pending');
    if (tests.length > 0) return tests.map((test) => ({ file, test }));
    return file.status === 'failed' ? [{ file }] : [];
  });
}

/**
 * Tells chance from failure. @param second - what a second try of each failure reported; undefined where there was none
 * @returns `flaky`, each with that report as `again`, and `red`
 */
export function decide(failed, second) {
  const isGreen = ({ test }, index) => {
    const results = second[index]?.testResults ?? [];
    const played = results
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName, status }) => (test ? fullName === test.fullName : status !== 'skipped'));
    return (
      played.length > 0 &&
      results.every(({ status }) => status === 'passed') &&
      played.every(({ status }) => status === 'passed')
    );
  };
  return {
    flaky: failed.flatMap((each, index) => (isGreen(each, index) ? [{ ...each, again: second[index] }] : [])),
    red: failed.filter((each, index) => !isGreen(each, index)),
  };
}

/** The names that are in a list of flaky tests too often. @param lines - of the list */
export function findOften(lines) {
  const names = lines.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line).name] : []));
  return [...new Set(names)].filter((name) => names.filter((each) => each === name).length >= OFTEN);
}

/** The names that have been flaky too often, for `npm run test:all`. */
export function readOften() {
  return existsSync(FLAKY_FILE) ? findOften(readFileSync(FLAKY_FILE, 'utf8')) : [];
}

/** What vitest is told to play one failure and nothing else. */
function chooseOnly({ file, test }) {
  return [file.name, ...(test ? ['-t', `^${test.fullName.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`] : [])];
}

/** As `e2e/specs/hub.spec.ts › H-1 a page of the Hub /hub`. */
function nameOf({ file, test }) {
  const name = path.relative(root, file.name).replaceAll('\\', '/');
  return test ? `${name} › ${test.fullName}` : name;
}

function noteFlaky(names) {
  if (names.length === 0) return;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  appendFileSync(FLAKY_FILE, names.map((name) => `${JSON.stringify({ name, date, commit })}\n`).join(''));
}
