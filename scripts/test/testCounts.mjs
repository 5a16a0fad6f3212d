// Turns what the test runners wrote into numbers that cannot look better than they are.
import path from 'node:path';
import { findUnlawful } from './leftOut.mjs';

/**
 * Counts a vitest run from its JSON report. A test that was left out counts as failed.
 *
 * @param suites - folders (from `base`, with a slash at the end) of which each must have run a test
 */
export function countUnit({ code, output, results, suites, base }) {
  if (!results) return { passed: 0, failed: 1, output: `${output}\nThe unit tests wrote no results.` };
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const ran = new Map(suites.map((suite) => [suite, 0]));
  for (const file of results.testResults) {
    const name = nameOf(file, base);
    const suite = suites.find((folder) => name.startsWith(folder));
    const tests = file.assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed');
    if (suite) ran.set(suite, ran.get(suite) + tests.length);
  }
  const empty = suites.filter((suite) => ran.get(suite) === 0);
  const leftOut = listLeftOut(results, base);
  const counted = results.numFailedTests + brokenFiles.length + empty.length + leftOut.length;
  const failed = Math.max(counted, code === 0 ? 0 : 1);
  const complaints = [
    ...empty.map((suite) => `No unit test ran in ${suite}`),
    ...leftOut.map((test) => `Left out: ${test}`),
  ];
  return { passed: results.numPassedTests, failed, output: [output, ...complaints].join('\n') };
}

/** As `file › test`, without what this platform cannot run. */
function listLeftOut({ testResults }, base) {
  const leftOut = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => LEFT_OUT.includes(status))
      .map(({ title, fullName }) => ({ file: nameOf(file, base), title, fullName })),
  );
  return findUnlawful(leftOut).map(({ file, fullName }) => `${file} › ${fullName}`);
}
const LEFT_OUT = ['skipped', 'todo', 'disabled'];

/** Counts the specs from `e2e/output/results.json`; none at all, or no file, is a failure. */
export function countE2e({ code, results }) {
  if (!Number.isInteger(results?.passed) || !Number.isInteger(results?.failed))
    return { passed: 0, failed: 1, output: 'e2e/run.mjs wrote no e2e/output/results.json with { passed, failed }.' };
  if (results.passed + results.failed === 0) return { passed: 0, failed: 1, output: 'No spec ran in e2e/.' };
  return { passed: results.passed, failed: Math.max(results.failed, code === 0 ? 0 : 1) };
}

/**
 * One line for each test that failed in a vitest JSON report, or never ended because its process was gone: its file,
 * its name and the first line of what was wrong. @param base - what file names are relative to
 */
export function listFailures(report, base) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed' || test.status === 'pending');
    if (failed.length > 0) return failed.map((test) => describeTest(file, test, base));
    return file.status === 'failed' ? [`${nameOf(file, base)}: ${firstLine(file.message)}`] : [];
  });
}

function describeTest(file, test, base) {
  return `${nameOf(file, base)} › ${test.fullName}: ${test.status === 'pending' ? 'it never ended' : firstLine(test.failureMessages?.[0])}`;
}

function nameOf(file, base) {
  return path.relative(base, file.name).replaceAll('\\', '/');
}

function firstLine(text) {
  return (text || 'no message').split('\n', 1)[0];
}
