// Mutation testing of one area: mutants.mjs sets SOTTO_AREA (a row of areas.json) and may narrow it to files.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const areas = JSON.parse(readFileSync(path.join(import.meta.dirname, 'areas.json'), 'utf8'));
const area = areas.find(({ name }) => name === process.env.SOTTO_AREA);
if (!area) throw new Error(`SOTTO_AREA names none of ${areas.map(({ name }) => name).join(', ')}.`);
process.env.SOTTO_AREA_PROJECT = area.project;
process.env.SOTTO_AREA_TESTS = JSON.stringify(area.tests);

const memory = path.join(root, 'node_modules', '.sotto', 'mutants');
const id = area.name.replaceAll('/', '-');
const files = process.env.SOTTO_AREA_FILES ? JSON.parse(process.env.SOTTO_AREA_FILES) : area.mutate;

export default {
  packageManager: 'pnpm',
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/test/mutants/area.config.mjs', related: true },
  mutate: [...files, '!**/*.test.ts', '!**/*.test.tsx', '!**/*.test-d.ts', '!**/testing/**'],
  // What runs while a module is loaded costs a whole run of every test: tables of names, which the types hold.
  ignoreStatic: true,
  concurrency: Number(process.env.SOTTO_MUTANT_WORKERS ?? 2),
  // Beside what the tests take. A busy machine needs more: a mutant that is only slow must not count as noticed.
  timeoutMS: Number(process.env.SOTTO_MUTANT_TIMEOUT_MS ?? 10_000),
  incremental: true,
  incrementalFile: path.join(memory, `${id}.incremental.json`),
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  jsonReporter: { fileName: path.join(memory, `${id}.json`) },
  // Not below node_modules, where vitest looks for no tests.
  tempDirName: path.join(tmpdir(), 'sotto-mutants', String(process.pid)),
  ignorePatterns: ['dist', 'output', '.git', 'examples', 'docs', '/bench', '/deploy', 'e2e/gallery', 'e2e/packages'],
  allowConsoleColors: false,
  disableTypeChecks: '{packages,scripts}/**/*.{ts,tsx}',
  thresholds: { break: null },
};
