// Plays tests against changed sources, several changes in one vitest. Plain Node.
import { mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram, vitestCommand } from '../../machine/programs.mjs';
import { root } from '../../machine/workspace.mjs';

/** How many changes share a vitest: each has a module graph of its own in its memory. */
const BATCH = 12;
/** A change can make a loop that never ends: then its batch is ended, and played one by one. In milliseconds. */
const LIMIT_EACH_MS = 60_000;
/** The same for one that is played on disk, with everything that its test files load. In milliseconds. */
const LIMIT_ON_DISK_MS = 300_000;

/**
 * Plays the tests of each change, and says what became of it, in the order of `changes`.
 *
 * @param changes - `{ name, file, from, to, project, tests }`: `from` stands once in `file`; `tests`: files, all played
 * @param options - `onResult`: is given each result as it comes; `until`: no batch starts after this time
 * @returns `{ change, state, failed, detail }`: `caught` when a test failed, `survived`, `broken` when the change
 *   cannot be made or its tests do not run, `left out` after `until`
 */
export function playChanges(changes, { onResult = () => undefined, until = Infinity } = {}) {
  const results = [];
  const add = (result) => (results.push(result), onResult(result));
  for (let at = 0; at < changes.length; at += BATCH) {
    const batch = changes.slice(at, at + BATCH);
    if (Date.now() > until) {
      for (const change of batch) add({ change, state: 'left out', failed: [], detail: '' });
      continue;
    }
    const playable = batch.filter(isPlaceable);
    const played = playable.length > 0 ? playInMemory(playable) : [];
    for (const change of batch) {
      if (!playable.includes(change)) {
        add({ change, state: 'broken', failed: [], detail: `${change.file} does not hold this once: ${change.from}` });
        continue;
      }
      const outcome = played.find(({ name }) => name === change.name);
      // What a child process reads is not what vitest loads: such a change is made on disk.
      const isSeen = outcome?.failed.length > 0 || (outcome?.isLoaded && ![change.tests].flat().some(startsProcesses));
      add(isSeen ? toResult(change, outcome) : playOnDisk(change));
    }
  }
  return results;
}

/** Whether a test file starts processes that read sources, by itself or through the server's helpers. */
function startsProcesses(test) {
  return /Process(?:es)?'|node:child_process|runProgram/.test(readFileSync(path.join(root, test), 'utf8'));
}

function isPlaceable({ file, from }) {
  return existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8').split(from).length === 2;
}

function playInMemory(changes) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-changes-'));
  const [list, result] = ['changes.json', 'result.json'].map((name) => path.join(folder, name));
  writeFileSync(list, JSON.stringify(changes));
  try {
    const [node, vitest] = vitestCommand();
    const run = runProgram(node, [vitest, 'run', '--config', 'scripts/test/mutants/vitest.config.mjs'], {
      cwd: root,
      env: { ...process.env, SOTTO_CHANGES: list, SOTTO_CHANGES_RESULT: result },
      timeout: LIMIT_EACH_MS * Math.max(2, changes.length),
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (existsSync(result)) return JSON.parse(readFileSync(result, 'utf8'));
    console.error(run.stdout.slice(-2000), run.stderr.slice(-2000));
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function playOnDisk(change) {
  const place = path.join(root, change.file);
  const before = readFileSync(place, 'utf8');
  const [node, vitest] = vitestCommand();
  const args = [vitest, 'run', '--project', change.project, '--reporter=json', ...[change.tests].flat()];
  try {
    writeFileSync(
      place,
      before.replace(change.from, () => change.to),
    );
    const run = runProgram(node, args, {
      cwd: root,
      timeout: LIMIT_ON_DISK_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    });
    // One that never ends is noticed.
    if (run.error?.code === 'ETIMEDOUT' || run.signal)
      return { change, state: 'caught', failed: [{ title: 'no end', message: 'the tests did not end' }], detail: '' };
    return toResult(change, readReport(run.stdout));
  } finally {
    writeFileSync(place, before);
  }
}

function readReport(output) {
  const start = output.indexOf('{"numTotalTestSuites"');
  if (start < 0) return { failed: [], passed: 0, errors: [output.slice(-1500)] };
  const { testResults } = JSON.parse(output.slice(start));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    failed: tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] ?? '' })),
    passed: tests.filter(({ status }) => status === 'passed').length,
    errors: testResults.filter(({ assertionResults }) => assertionResults.length === 0).map(({ message }) => message),
  };
}

function toResult(change, { failed, passed, errors }) {
  const state = failed.length > 0 ? 'caught' : passed > 0 ? 'survived' : 'broken';
  return { change, state, failed, detail: errors.join('\n') };
}
