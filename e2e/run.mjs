// Runs the situations in a real Chromium and leaves the counts in output/results.json.
// usage: node e2e/run.mjs [vitest arguments]
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireEngine } from '../scripts/browsers.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const output = path.join(here, 'output');
rmSync(path.join(output, 'vitest.json'), { force: true });
rmSync(path.join(output, 'results.json'), { force: true });
mkdirSync(output, { recursive: true });

const run = spawnSync('pnpm', ['exec', 'vitest', 'run', '--config', 'e2e/vitest.config.ts', ...process.argv.slice(2)], {
  cwd: path.dirname(here),
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, CHROMIUM_PATH: requireEngine('chromium') },
});

const report = JSON.parse(readFileSync(path.join(output, 'vitest.json'), 'utf8'));
const counts = { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests - report.numPendingTests, skipped: report.numPendingTests };
if (run.status !== 0 && counts.failed === 0) counts.failed = 1;
writeFileSync(path.join(output, 'results.json'), JSON.stringify(counts));
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
