// One entry for every task, on a machine that has only Node and npm. Plain Node: it must run before anything is
// installed.
import path from 'node:path';
import { build } from './build/build.mjs';
import { install } from './machine/install.mjs';
import { createProcesses } from './machine/processes.mjs';
import { chooseChecks, runChecks } from './check/checks.mjs';
import { testAll, withDatabases } from './test/testAll.mjs';
import { root, withTools } from './machine/workspace.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: this project needs Node 20.19 or newer.`);
  process.exit(1);
}

const processes = createProcesses();
const [task = 'start', ...rest] = process.argv.slice(2);
const inRoot = { cwd: root, env: withTools(), live: true };
/** Builds for what runs and is not published, which needs no types. */
const toRun = { declarations: false };
const toServe = { ...toRun, only: '@sotto/server' };

/** Each task answers whether it went well. */
const tasks = {
  setup: async () => true,
  build: () => builds(),
  start: async () =>
    (await builds(toServe)) && processes.serve(path.join(root, 'scripts', 'dev', 'serve.mjs'), rest, { cwd: root }),
  dev: () => processes.serve(path.join(root, 'scripts', 'dev', 'dev.mjs'), rest, { cwd: root }),
  test: () => testAll(processes),
  'test:all': () => testAll(processes, { isAll: true }),
  unit: () => {
    const play = () =>
      succeeds(process.execPath, [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...rest]);
    const names = rest.filter((word) => !word.startsWith('-'));
    if (names.length > 0 && !names.some((name) => name.includes('server'))) return play();
    return withDatabases((env) => {
      Object.assign(inRoot.env, env);
      return play();
    });
  },
  e2e: async () => {
    const plays = (suite) => rest.some((word) => ['--all', '--engine'].includes(word) || word.includes(suite));
    return (
      (await builds({ declarations: plays('packages'), examples: plays('examples') })) &&
      withChromium(() => succeeds(process.execPath, ['e2e/run.mjs', ...rest]))
    );
  },
  faults: async () =>
    (await builds(toRun)) &&
    withDatabases(async (env) => {
      Object.assign(inRoot.env, env);
      return succeeds(process.execPath, ['e2e/faults/run.mjs', ...rest]);
    }),
  doctor: async () =>
    (await builds(toServe)) &&
    succeeds(process.execPath, [path.join(root, 'packages', 'server', 'dist', 'cli.js'), 'doctor', ...rest]),
  gallery: async () =>
    (await builds(toRun)) &&
    withChromium(() => {
      inRoot.env.SOTTO_GALLERY_AXE = rest.includes('--axe') ? '1' : '';
      return succeeds(process.execPath, [
        path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--config',
        'e2e/gallery/vitest.config.ts',
        ...rest.filter((word) => word !== '--axe'),
      ]);
    }),
  attack: async () =>
    (await builds(toRun)) &&
    withChromium(async () => {
      const { requireEngine } = await import('./machine/browsers.mjs');
      const engine = ['firefox', 'webkit'].find((name) => rest.includes(name)) ?? 'chromium';
      Object.assign(inRoot.env, {
        SOTTO_ATTACK_ENGINE: engine,
        [`${engine.toUpperCase()}_PATH`]: requireEngine(engine),
      });
      return succeeds(process.execPath, [
        path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--config',
        'e2e/attack/vitest.config.ts',
        ...rest.filter((word) => !['firefox', 'webkit', 'chromium'].includes(word)),
      ]);
    }),
  generate: () => succeeds(process.execPath, ['scripts/build/generate.mjs', ...rest]),
  format: () => succeeds(process.execPath, ['scripts/check/format.mjs', ...rest]),
  // With databases, because suites without them are left out, and what those hold would count as held by nobody.
  mutants: () =>
    withDatabases((env) => {
      Object.assign(inRoot.env, env);
      return succeeds(process.execPath, ['scripts/test/mutants/mutants.mjs', ...rest]);
    }),
  audit: () => succeeds(process.execPath, ['scripts/check/audit.mjs', ...rest]),
  sbom: () => succeeds(process.execPath, ['scripts/release/sbom.mjs', ...rest]),
  images: () => succeeds(process.execPath, ['scripts/docs/images.mjs', ...rest]),
  check: async () => {
    const chosen = chooseChecks(rest);
    return (!chosen.some((check) => check.needsBuild) || (await builds())) && runChecks(processes, chosen);
  },
  bench: async () => (await builds(toRun)) && succeeds(process.execPath, ['bench/run.mjs', ...rest]),
  'api-report': async () => (await builds()) && succeeds(process.execPath, ['scripts/check/apiReport.mjs', '--write']),
  'spec-report': () => succeeds(process.execPath, ['scripts/docs/checklistReport.mjs', ...rest]),
};

async function builds(options) {
  const { failed } = await build(processes, options);
  return failed.length === 0;
}

async function succeeds(command, args) {
  const { code } = await processes.run(command, args, inRoot);
  return code === 0;
}

async function withChromium(next) {
  const { requireEngine } = await import('./machine/browsers.mjs');
  inRoot.env.CHROMIUM_PATH = requireEngine('chromium');
  return next();
}

if (!tasks[task]) {
  console.error(`There is no task '${task}'. Tasks: ${Object.keys(tasks).join(', ')}.`);
  process.exit(1);
}
try {
  await install(processes);
  process.exit((await tasks[task]()) ? 0 : 1);
} catch (error) {
  console.error(error.message);
  if (task.startsWith('test')) console.log('\n0 passed, 1 failed');
  process.exit(1);
}
