// `npm run bench [suites] [options]`: Sotto beside its peers in one run, then the tables and the pictures of
// docs/performance.
// `--quick` tries everything once in a few minutes and leaves the docs alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireEngine } from '../scripts/machine/browsers.mjs';
import { root } from '../scripts/machine/workspace.mjs';
import { drawFigures } from './figures.mjs';

const browser = path.join(root, 'bench', 'browser');
const given = process.argv.slice(2);
const named = given
  .slice(0, given.findIndex((word) => word.startsWith('--')) + 1 || undefined)
  .filter((word) => !word.startsWith('--'));
const isQuick = given.includes('--quick');
const results = path.join(browser, isQuick ? '.build/quick' : 'results');
const env = {
  ...process.env,
  PERF_CHROME: process.env.PERF_CHROME ?? requireEngine('chromium'),
  PERF_RESULTS_DIR: results,
  ...(isQuick && { BENCH_SECONDS: '2' }),
};

/** Ends the run when a step fails; its own output has said why. */
function step(command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: options.cwd ?? browser,
    env,
    stdio: ['ignore', options.keep ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

/**
 * What a room measures with, exactly as its package-lock.json has it. Nothing of it is run at install but the named
 * builds; a build that fails costs the peer that needs it, whose row says so.
 */
function install(room, what, rebuilds = []) {
  const stamp = path.join(room, 'node_modules', '.bench-stamp');
  const wanted = ['package.json', 'package-lock.json']
    .reduce((hash, name) => hash.update(readFileSync(path.join(room, name))), createHash('sha256'))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log(`Installing ${what}, once …`);
  step(
    'npm',
    ['ci', '--legacy-peer-deps', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: room },
  );
  for (const name of rebuilds) {
    const { status } = spawnSync('npm', ['rebuild', name, '--loglevel=error'], {
      cwd: room,
      env,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) console.log(`npm could not build ${name} (exit code ${status}).`);
  }
  writeFileSync(stamp, wanted);
}

/** The pages of the Hub in Lighthouse; its own page of docs/performance. */
function runHub() {
  const room = path.join(root, 'bench', 'hub');
  install(room, 'Lighthouse (about 190 MB)');
  step(process.execPath, ['run.mjs', ...(isQuick ? ['--quick'] : [])], { cwd: room });
}

/** The conversation beside what it was before: not part of the whole, because it needs the history of the sources. */
function runEngine() {
  step(process.execPath, ['bench/engine/run.mjs', ...(isQuick ? ['--quick'] : [])], { cwd: root });
}

/** The suites of the browser, and the server's. None named: all of them. */
function runSuites() {
  const options = given.slice(named.length);
  const inBrowser = named.filter((name) => name !== 'server' && name !== 'hub' && name !== 'engine');
  mkdirSync(results, { recursive: true });
  if (named.length === 0 || inBrowser.length > 0) step(process.execPath, ['run.mjs', ...inBrowser, ...options]);
  if (named.includes('server') || named.length === 0) {
    writeFileSync(
      path.join(results, 'server.md'),
      step(process.execPath, ['../server/run.mjs', isQuick ? '20' : '100,500,1000,2000'], { keep: true }),
    );
  }
}

const started = Date.now();
if (named.length === 0 || named.includes('hub')) runHub();
if (named.includes('engine')) runEngine();
if (named.length > 0 && named.every((name) => name === 'hub' || name === 'engine')) process.exit(0);
install(browser, 'the peers (about 900 MB)', [
  'esbuild',
  'p-defer-es5',
  'markdown-it-attrs-es5',
  'abort-controller-es5',
]);
step(process.execPath, ['setup.mjs']);
runSuites();
const tables = step(process.execPath, ['report.mjs'], { keep: true });
const page = isQuick ? path.join(results, 'results.md') : path.join(root, 'docs', 'performance', 'results.md');
writeFileSync(
  page,
  `# Measured: every table of one run\n\nWritten by \`npm run bench\`. How each number is made: ` +
    `\`bench/browser/README.md\`; what the numbers mean: [README](README.md).\n\n${tables.trim()}\n`,
);
drawFigures(results, isQuick ? results : path.join(root, 'docs', 'images'));
console.log(
  `Written after ${Math.round((Date.now() - started) / 60_000)} minutes: ${path.relative(root, page)} and performance-*.svg`,
);
