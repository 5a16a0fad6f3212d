// `npm test`: build, static checks, unit tests, specs in a browser; one line of numbers at the end.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, createSlots } from './build.mjs';
import { checks, runCheck } from './checks.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { memory, readMembers, root, withTools } from './workspace.mjs';
import { countE2e, countUnit, listFailures, listRetried } from './testCounts.mjs';

/** How many steps may run beside each other while nothing measures time. */
const STEPS_AT_ONCE = 2;
/** A step that hangs is ended, so that a run always comes to its last line; in milliseconds. */
const UNIT_LIMIT_MS = 20 * 60_000;
const E2E_LIMIT_MS = 28 * 60_000;
const FAULTS_LIMIT_MS = 10 * 60_000;
const UNIT_REPORT = path.join(memory, 'unit.json');
/** What vitest wrote about each suite. */
const REPORTS = [UNIT_REPORT, ...['vitest', 'faults'].map((name) => path.join(root, 'e2e', 'output', `${name}.json`))];

/**
 * Runs everything, also after a failure, and prints `N passed, N failed` as the last line. Answers whether nothing
 * failed.
 */
export async function testAll(processes) {
  const done = [];
  for (const file of REPORTS) rmSync(file, { force: true });
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
  // Again at the end, where somebody who sees only the last lines finds them.
  const reports = REPORTS.map(readResults);
  showList(
    'Passed at a second try',
    reports.flatMap((report) => listRetried(report, root)),
  );
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

async function unitStep(processes) {
  mkdirSync(memory, { recursive: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { code, output } = await withDatabases((env) =>
    processes.run(
      process.execPath,
      [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
      { cwd: root, env, limitMs: UNIT_LIMIT_MS },
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
  const { requireEngine } = await import('./browsers.mjs');
  const env = { ...withTools(), CHROMIUM_PATH: requireEngine('chromium') };
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
      env,
      onOutput: showIndented,
      limitMs: FAULTS_LIMIT_MS,
    }),
  );
  return countE2e({ code, results: readResults(results) });
}

/** A PostgreSQL and a Redis for as long as something runs, where this machine has them. */
export async function withDatabases(run) {
  const postgres = await startPostgres();
  const redis = await startRedis();
  try {
    return await run({
      ...withTools(),
      ...(postgres && { SOTTO_TEST_DATABASE_URL: postgres.url }),
      ...(redis && { SOTTO_TEST_REDIS_URL: redis.url }),
    });
  } finally {
    postgres?.stop();
    redis?.stop();
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
