// `npm run bench [suites] [options]`: Sotto beside its peers in one run, then the tables and the picture of docs/performance.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireEngine } from '../scripts/browsers.mjs';
import { root } from '../scripts/workspace.mjs';
import { drawFigures } from './figures.mjs';

const browser = path.join(root, 'bench', 'browser');
const env = { ...process.env, PERF_CHROME: process.env.PERF_CHROME ?? requireEngine('chromium') };

/** Ends the run when a step fails; its own output has said why. */
function step(command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, { cwd: browser, env, stdio: ['ignore', options.keep ? 'pipe' : 'inherit', 'inherit'], encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 1 << 26 });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

/** The peers, at the pinned versions of bench/browser/package.json. Nothing of theirs is run at install but three builds that botframework-webchat needs. */
function installPeers() {
  const stamp = path.join(browser, 'node_modules', '.bench-stamp');
  const wanted = createHash('sha256').update(readFileSync(path.join(browser, 'package.json'))).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the peers (about 900 MB, once) …');
  step('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund']);
  step('npm', ['rebuild', 'esbuild', 'p-defer-es5', 'markdown-it-attrs-es5', 'abort-controller-es5']);
  writeFileSync(stamp, wanted);
}

installPeers();
step(process.execPath, ['setup.mjs']);
step(process.execPath, ['run.mjs', ...process.argv.slice(2)]);
const folder = path.join(root, 'docs', 'performance');
mkdirSync(folder, { recursive: true });
const tables = step(process.execPath, ['report.mjs'], { keep: true });
writeFileSync(path.join(folder, 'results.md'), `# Measured: every table of one run\n\nWritten by \`npm run bench\`. How each number is made: \`bench/browser/README.md\`.\n\n${tables.trim()}\n`);
drawFigures(path.join(browser, 'results'), path.join(root, 'docs', 'images'));
console.log('Written: docs/performance/results.md and docs/images/performance-*.svg');
