import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, root } from '../machine/workspace.mjs';

/** Files below this many lines hold a part of an idea more often than a whole one. */
const FEW_LINES = 35;

it('FC-10 at most a fifth of the files of widget-react are short: what belongs together is in one file', () => {
  const folder = path.join(root, 'packages', 'widget-react', 'src');
  const files: string[] = listFiles(folder).filter(
    (file: string) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$|^testing\//.test(file),
  );
  const short = files.filter((file) => readFileSync(path.join(folder, file), 'utf8').split('\n').length <= FEW_LINES);
  expect(files.length).toBeGreaterThan(100);
  expect(short.length / files.length, short.join(', ')).toBeLessThanOrEqual(0.2);
});

it("FC-7 the report of the core's public names has at most 1,500 lines", () => {
  const report = readFileSync(path.join(root, 'packages', 'widget-core', 'api.md'), 'utf8');
  expect(report.split('\n').length).toBeLessThanOrEqual(1500);
});
