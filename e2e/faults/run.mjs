// Injects the faults of the catalogue into the real server and prints what came of it. Fails when a message is lost or
// doubled.
// usage: node e2e/faults/run.mjs [--all] [vitest arguments]   --all: as many tries as the catalogue names, about a
// quarter of an hour
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, vitestCommand } from '../../scripts/machine/programs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = path.join(root, 'e2e', 'output');
const figures = path.join(output, 'faults.jsonl');
const results = path.join(output, 'faults.json');
for (const file of [figures, results]) rmSync(file, { force: true });
mkdirSync(output, { recursive: true });

const words = process.argv.slice(2);
const [node, vitest] = vitestCommand();
const run = runProgram(
  node,
  [vitest, 'run', '--config', 'e2e/faults/vitest.config.ts', ...words.filter((word) => word !== '--all')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SOTTO_FAULT_FIGURES: figures, ...(words.includes('--all') && { SOTTO_ALL: '1' }) },
  },
);

const entries = existsSync(figures)
  ? readFileSync(figures, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
console.log(
  '\n| fault | what | tried | lost | doubled | recovered after, median / longest ms |\n|---|---|---:|---:|---:|---:|',
);
for (const { ids, what, tried, lost, doubled, recoveries } of entries) {
  const sorted = recoveries.map(Math.round).sort((one, other) => one - other);
  const time = sorted.length > 0 ? `${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}` : '–';
  console.log(`| ${ids} | ${what} | ${tried} | ${lost} | ${doubled} | ${time} |`);
}
const sum = (key) => entries.reduce((total, entry) => total + entry[key], 0);
console.log(`\n${sum('tried')} faults, ${sum('lost')} messages lost, ${sum('doubled')} doubled`);

const report = existsSync(results)
  ? JSON.parse(readFileSync(results, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 1 };
// A test that is left out has failed.
const leftOut = report.testResults
  ?.flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'skipped');
const isGood =
  run.status === 0 &&
  (words.includes('-t') || leftOut?.length === 0) &&
  entries.length > 0 &&
  sum('lost') + sum('doubled') === 0;
const counts = { passed: report.numPassedTests, failed: isGood ? 0 : Math.max(1, report.numFailedTests) };
writeFileSync(path.join(output, 'faultCounts.json'), JSON.stringify(counts));
process.exit(isGood ? 0 : 1);
