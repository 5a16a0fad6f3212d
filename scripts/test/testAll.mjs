// The two runs: `npm test` decides whether a change lands, `npm run test:all` has everything else as well.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, createSlots } from '../build/build.mjs';
import { currentCommit, isTreeClean } from '../machine/changedFiles.mjs';
import { startPostgres } from '../machine/postgres.mjs';
import { startRedis } from '../machine/redis.mjs';
import { memory, readMembers, root, withTools } from '../machine/workspace.mjs';
import { checks, runCheck } from '../check/checks.mjs';
import { listUnfinished, readFileTimes } from './fileTimes.mjs';
import { toMinutes } from './minutes.mjs';
import { countE2e, countUnit, listFailures } from './testCounts.mjs';

/** How many steps may run beside each other while nothing measures time. */
const STEPS_AT_ONCE = 2;
/** A step that hangs is ended, so that a run always comes to its last line; in minutes, of `npm test` and `test:all`. */
const LIMITS = { unit: [20, 60], realtime: [5, 10], e2e: [20, 75], faults: [0, 30], mutants: [0, 10] };
/** How long `test:all` tries mutants: those of changed files, then a sample of the others. */
const MUTANT_MINUTES = 5;
/** Which commit was proved, when, and in how many minutes. */
const GREEN = path.join(memory, 'green.json');
const reportOf = (name) => path.join(memory, `${name}.json`);
const timesOf = (name) => path.join(memory, `${name}Times.jsonl`);
const E2E_OUTPUT = path.join(root, 'e2e', 'output');

/**
 * Runs everything, also after a failure, and prints `N passed, N failed` as the last line.
 *
 * @param options - `isAll`: also what takes long: full depths, three engines, all faults, examples, packages, mutants
 * @returns whether nothing failed
 */
export async function testAll(processes, { isAll = false } = {}) {
  const startedAt = Date.now();
  const proved = isTreeClean() ? currentCommit() : undefined;
  const done = [];
  const env = { SOTTO_ALL: isAll ? '1' : undefined };
  mkdirSync(memory, { recursive: true });
  rmSync(E2E_OUTPUT, { recursive: true, force: true });
  const suites = isAll ? ['unit', 'realtime', 'e2e', 'faults'] : ['unit', 'realtime', 'e2e'];
  for (const name of suites) for (const file of [reportOf(name), timesOf(name)]) rmSync(file, { force: true });

  const step = async (name, work) => {
    const stepAt = Date.now();
    const result = await work().catch((error) => failure(error.message));
    done.push({ name, seconds: (Date.now() - stepAt) / 1000, ...result });
    report(done.at(-1));
  };
  const run = (name, args, more = {}) =>
    processes.run(process.execPath, args, {
      cwd: root,
      env: { ...withTools(), ...env, SOTTO_FILE_TIMES: timesOf(name), ...more.env },
      limitMs: LIMITS[name][isAll ? 1 : 0] * 60_000,
      onOutput: more.onOutput,
    });

  let isBuilt = false;
  await step('build', async () => {
    const { failed } = await build(processes, { examples: isAll });
    isBuilt = failed.length === 0;
    return isBuilt ? { passed: 1, failed: 0 } : failure(`could not build ${failed.join(', ')}`);
  });
  const afterBuild = (work) => async () => (isBuilt ? work() : failure('not run, because the build failed'));

  const slots = createSlots(STEPS_AT_ONCE);
  const checkSteps = checks.map((check) => () => {
    const work = () => checkStep(processes, check);
    return step(check.name, check.needsBuild ? afterBuild(work) : work);
  });
  const beside = [() => step('unit', () => unitStep(run)), ...checkSteps];
  await Promise.all(beside.map((start) => slots.take(start)));
  // From here on steps run alone: on a busy machine clocks and browsers are late, which looks like a fault.
  await step('realtime', () => realtimeStep(run));
  if (isAll)
    await step('mutants', async () => {
      const { code, output } = await withDatabases((databases) =>
        run('mutants', ['scripts/test/mutants/mutants.mjs', '--sample', String(MUTANT_MINUTES)], { env: databases }),
      );
      console.log(output.trimEnd());
      return code === 0 ? { passed: 1, failed: 0 } : failure(output);
    });
  await step(
    'e2e',
    afterBuild(() => e2eStep(run, isAll)),
  );
  if (isAll)
    await step(
      'faults',
      afterBuild(() => faultsStep(run)),
    );

  const sum = (key) => done.reduce((total, item) => total + item[key], 0);
  const minutes = Math.round((Date.now() - startedAt) / 6000) / 10;
  console.log(`\n${done.map(toLine).join('\n')}`);
  console.log(
    `\n${toMinutes(
      done,
      suites.map((name) => ({ name, times: readFileTimes(timesOf(name)) })),
    )}\n  ${minutes} minutes in all`,
  );
  // Again at the end, where somebody who sees only the last lines finds them.
  const reports = [
    ...['unit', 'realtime'].map(reportOf),
    ...['vitest', 'faults'].map((name) => path.join(E2E_OUTPUT, `${name}.json`)),
  ];
  const failures = [
    ...reports.flatMap((file) => listFailures(readResults(file), root)),
    ...suites.flatMap((name) => listUnfinished(timesOf(name))),
  ];
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((line) => `- ${line}`).join('\n')}`);
  for (const name of done.flatMap(({ flaky = [] }) => flaky)) console.log(`flaky: ${name}`);
  const isGreen = sum('failed') === 0;
  if (isGreen && proved !== undefined && proved === currentCommit()) {
    const proof = { commit: proved, run: isAll ? 'test:all' : 'test', at: new Date().toISOString(), minutes };
    writeFileSync(GREEN, `${JSON.stringify(proof, null, 2)}\n`);
  }
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return isGreen;
}

async function checkStep(processes, check) {
  const { isGood, output } = await runCheck(processes, check);
  return isGood ? { passed: 1, failed: 0 } : failure(output);
}

function vitestArgs(name, ...more) {
  return [
    path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/test/fileTimes.mjs',
    `--outputFile.json=${reportOf(name)}`,
    ...more,
  ];
}

async function unitStep(run) {
  const { code, output } = await withDatabases((env) =>
    run('unit', vitestArgs('unit', '--project', '!realtime'), { env }),
  );
  const suites = readMembers()
    .map(({ folder }) => `${folder}/`)
    .filter((folder) => folder.startsWith('packages/'));
  return countUnit({ code, output, results: readResults(reportOf('unit')), suites, base: root });
}

/** The tests that measure time. */
async function realtimeStep(run) {
  const { code, output } = await withDatabases((env) =>
    run('realtime', ['scripts/test/realtime.mjs', reportOf('realtime')], { env }),
  );
  const results = readResults(reportOf('realtime'));
  return { ...countUnit({ code, output, results, suites: [], base: root }), flaky: results?.flaky };
}

async function e2eStep(run, isAll) {
  const { requireEngine } = await import('../machine/browsers.mjs');
  const env = { CHROMIUM_PATH: requireEngine('chromium') };
  const { code } = await run('e2e', ['e2e/run.mjs', ...(isAll ? ['--all'] : [])], { env, onOutput: showIndented });
  const results = readResults(path.join(E2E_OUTPUT, 'results.json'));
  return { ...countE2e({ code, results }), flaky: results?.flaky };
}

async function faultsStep(run) {
  const { code } = await withDatabases((env) =>
    run('faults', ['e2e/faults/run.mjs', '--all'], { env, onOutput: showIndented }),
  );
  return countE2e({ code, results: readResults(path.join(E2E_OUTPUT, 'faultCounts.json')) });
}

/** A PostgreSQL and a Redis for as long as something runs; the addresses in the environment come first. */
export async function withDatabases(run) {
  const { SOTTO_TEST_DATABASE_URL: databaseUrl, SOTTO_TEST_REDIS_URL: redisUrl } = process.env;
  const postgres = databaseUrl ? undefined : await startPostgres();
  try {
    const redis = redisUrl ? undefined : await startRedis();
    try {
      return await run({
        SOTTO_TEST_DATABASE_URL: databaseUrl ?? postgres.url,
        SOTTO_TEST_REDIS_URL: redisUrl ?? redis.url,
      });
    } finally {
      redis?.stop();
    }
  } finally {
    postgres?.stop();
  }
}

/** Indented, because the line `N passed, N failed` at the very end speaks for everything and should stand alone. */
function showIndented(chunk) {
  process.stdout.write(chunk.toString('utf8').replace(/^(?=.)/gm, '  '));
}

function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function failure(output) {
  return { passed: 0, failed: 1, output };
}

function report({ name, seconds, passed, failed, output }) {
  if (failed > 0 && output) console.log(`\n── ${name} ──\n${output.trimEnd()}\n`);
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name} (${seconds.toFixed(1)} s, ${passed} passed, ${failed} failed)`);
}

function toLine({ name, seconds, passed, failed }) {
  const time = seconds.toFixed(1).padStart(7);
  return `${failed ? 'FAILED' : 'ok    '} ${name.padEnd(10)} ${time} s  ${passed} passed, ${failed} failed`;
}
