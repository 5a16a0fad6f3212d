// Runs the tests that measure time, one after the other. A test that fails is run once more, alone.
// usage: node scripts/test/realtime.mjs <where vitest writes its report>
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from '../machine/workspace.mjs';
import { playWithSecondTry } from './secondTry.mjs';

const [report = ''] = process.argv.slice(2);
const reporters = ['default', 'json', './scripts/test/fileTimes.mjs'].map((name) => `--reporter=${name}`);
const { isGood, flaky } = playWithSecondTry(
  ['--project', 'realtime', ...reporters, `--outputFile.json=${report}`],
  [],
  report,
  { cwd: root, stdio: 'inherit', env: process.env },
);
if (flaky.length > 0) writeFileSync(report, JSON.stringify({ ...JSON.parse(readFileSync(report, 'utf8')), flaky }));
process.exit(isGood ? 0 : 1);
