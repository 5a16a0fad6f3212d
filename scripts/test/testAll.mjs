// `npm test`: build, static checks, unit tests, specs in a browser; one line of numbers at the end.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, createSlots } from '../build/build.mjs';
import { checks, runCheck } from '../check/checks.mjs';
import { startPostgres } from '../machine/postgres.mjs';
import { startRedis } from '../machine/redis.mjs';
import { toMinutes } from './minutes.mjs';
import { memory, readMembers, root, withTools } from '../machine/workspace.mjs';
import { countE2e, countUnit, listFailures } from './testCounts.mjs';

/** How many steps may run beside each other while nothing measures time. */
const STEPS_AT_ONCE = 2;
/** All rounds of what is otherwise played in a sample (CONTRIBUTING.md) take several times as long. */
const LENGTH = process.env.SOTTO_FAULTS_ALL === '1' || process.env.SOTTO_E2E_ALL === '1' ? 3 : 1;
/** A step that hangs is ended, so that a run always comes to its last line; in milliseconds. */
const UNIT_LIMIT_MS = 20 * 60_000 * LENGTH;
const E2E_LIMIT_MS = 28 * 60_000 * LENGTH;
const FAULTS_LIMIT_MS = 10 * 60_000 * LENGTH;
/** How long guards are taken away for: those of changed files, and a sample of the others. */
const GUARD_MINUTES = 1;
const UNIT_REPORT = path.join(memory, 'unit.json');
/** Where fileTimes.mjs writes how long each test file of a suite took. */
const TIMES = Object.fromEntries(
  ['unit', 'e2e', 'faults'].map((name) => [name, path.join(memory, `${name}Times.json`)]),
);
/** What vitest wrote about each suite. */
const REPORTS = [UNIT_REPORT, ...['vitest', 'faults'].map((name) => path.join(root, 'e2e', 'output', `${name}.json`))];

/**
 * Runs everything, also after a failure, and prints `N passed, N failed` as the last line. Answers whether nothing
 * failed.
 */
export async function testAll(processes) {
  const done = [];
  mkdirSync(memory, { recursive: true });
  for (const file of [...REPORTS, ...Object.values(TIMES)]) rmSync(file, { force: true });
  const step = async (name, work) => {
    const startedAt = Date.now();
    const result = await work().catch((error) => failure(error.message));
    done.push({ name, seconds: (Date.now() - startedAt) / 1000, ...result });
    report(done.at(-1));
  };
  const slots = createSlots(STEPS_AT_ONCE);
  let isBuilt = false;
  await step('build', async () => {
    const { failed } = await build(processes, { examples: true });
    isBuilt = failed.length === 0;
    return isBuilt ? { passed: 1, failed: 0 } : failure(`could not build ${failed.join(', ')}`);
  });
  const afterBuild = (work) => async () => (isBuilt ? work() : failure('not run, because the build failed'));
  const checkSteps = checks.map(
    (check) => () =>
      step(
        check.name,
        check.needsBuild ? afterBuild(() => checkStep(processes, check)) : () => checkStep(processes, check),
      ),
  );
  await Promise.all([() => step('unit', () => unitStep(processes)), ...checkSteps].map((start) => slots.take(start)));
  // Alone: a guard whose file only a child process reads is taken away on disk.
  await step('guards', () => commandStep(processes, ['scripts/test/guards.mjs', '--sample', String(GUARD_MINUTES)]));
  // Alone: a browser that shares the machine with a type checker is late, and lateness looks like a fault.
  await step(
    'e2e',
    afterBuild(() => e2eStep(processes)),
  );
  await step(
    'faults',
    afterBuild(() => faultsStep(processes)),
  );

  const sum = (key) => done.reduce((total, item) => total + item[key], 0);
  console.log(
    `\n${done
      .map(
        (item) =>
          `${item.failed ? 'FAILED' : 'ok    '} ${item.name.padEnd(10)} ${item.seconds.toFixed(1).padStart(7)} ` +
          `s  ${item.passed} passed, ${item.failed} failed`,
      )
      .join('\n')}`,
  );
  console.log(
    `\n${toMinutes(
      done,
      Object.entries(TIMES).map(([name, file]) => ({ name, times: readResults(file) ?? [] })),
    )}`,
  );
  // Again at the end, where somebody who sees only the last lines finds them.
  const reports = REPORTS.map(readResults);
  showList(
    'What failed',
    reports.flatMap((report) => listFailures(report, root)),
  );
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

function showList(title, lines) {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`);
}

async function checkStep(processes, check) {
  const { isGood, output } = await runCheck(processes, check);
  return isGood ? { passed: 1, failed: 0 } : failure(output);
}

async function commandStep(processes, args) {
  const { code, output } = await processes.run(process.execPath, args, { cwd: root, env: withTools() });
  console.log(output.trimEnd());
  return code === 0 ? { passed: 1, failed: 0 } : failure(output);
}

async function unitStep(processes) {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { code, output } = await withDatabases((env) =>
    processes.run(
      process.execPath,
      [
        vitest,
        'run',
        '--reporter=default',
        '--reporter=json',
        '--reporter=./scripts/test/fileTimes.mjs',
        `--outputFile.json=${UNIT_REPORT}`,
      ],
      { cwd: root, env: { ...env, SOTTO_FILE_TIMES: TIMES.unit }, limitMs: UNIT_LIMIT_MS },
    ),
  );
  const packages = readMembers()
    .map(({ folder }) => `${folder}/`)
    .filter((folder) => folder.startsWith('packages/'));
  return countUnit({ code, output, results: readResults(UNIT_REPORT), suites: packages, base: root });
}

async function e2eStep(processes) {
  const results = path.join(root, 'e2e', 'output', 'results.json');
  rmSync(results, { force: true });
  const { requireEngine } = await import('../machine/browsers.mjs');
  const env = { ...withTools(), CHROMIUM_PATH: requireEngine('chromium'), SOTTO_FILE_TIMES: TIMES.e2e };
  const { code } = await processes.run(process.execPath, ['e2e/run.mjs'], {
    cwd: root,
    env,
    onOutput: showIndented,
    limitMs: E2E_LIMIT_MS,
  });
  return countE2e({ code, results: readResults(results) });
}

async function faultsStep(processes) {
  const results = path.join(root, 'e2e', 'output', 'faultCounts.json');
  rmSync(results, { force: true });
  const { code } = await withDatabases((env) =>
    processes.run(process.execPath, ['e2e/faults/run.mjs'], {
      cwd: root,
      env: { ...env, SOTTO_FILE_TIMES: TIMES.faults },
      onOutput: showIndented,
      limitMs: FAULTS_LIMIT_MS,
    }),
  );
  return countE2e({ code, results: readResults(results) });
}

/** A PostgreSQL and a Redis for as long as something runs; the addresses in the environment come first. */
export async function withDatabases(run) {
  const { SOTTO_TEST_DATABASE_URL: databaseUrl, SOTTO_TEST_REDIS_URL: redisUrl } = process.env;
  const postgres = databaseUrl ? undefined : await startPostgres();
  try {
    const redis = redisUrl ? undefined : await startRedis();
    try {
      return await run({
        ...withTools(),
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
