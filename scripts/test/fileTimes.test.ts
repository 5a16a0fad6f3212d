import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { root } from '../machine/workspace.mjs';
import FileTimes, { listUnfinished, readFileTimes } from './fileTimes.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-times-'));
const timesFile = path.join(folder, 'times.jsonl');
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('a run that is ended leaves the names of the test files that had begun', () => {
  vi.stubEnv('SOTTO_FILE_TIMES', timesFile);
  const reporter = new FileTimes();
  const moduleOf = (file: string) => ({
    moduleId: path.join(root, file),
    project: { name: 'node' },
    diagnostic: () => ({
      prepareDuration: 100,
      environmentSetupDuration: 0,
      collectDuration: 400,
      setupDuration: 0,
      duration: 1_500,
    }),
  });
  reporter.onInit();
  reporter.onTestModuleQueued(moduleOf('packages/server/src/ends.test.ts'));
  reporter.onTestModuleQueued(moduleOf('packages/server/src/blocks.test.ts'));
  reporter.onTestModuleEnd(moduleOf('packages/server/src/ends.test.ts'));
  expect(readFileTimes(timesFile)).toEqual([{ file: 'packages/server/src/ends.test.ts', project: 'node', seconds: 2 }]);
  expect(listUnfinished(timesFile)).toEqual(['packages/server/src/blocks.test.ts (node): it began and did not end']);
  // A run that was never begun, or has no reporter.
  expect(listUnfinished(path.join(folder, 'none.jsonl'))).toEqual([]);
});
