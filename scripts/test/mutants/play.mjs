// Plays tests against mutants, in a vitest for each of a few lanes. Plain Node.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../machine/workspace.mjs';
import { endGroup } from './endGroup.mjs';
import { isDecidedBy, toPattern } from './rows.mjs';

/** How many vitests play at once. */
const LANES = Number(process.env.SOTTO_MUTANT_LANES ?? 2);
/** A mutant can make a loop that never ends: then its vitest is killed. In milliseconds. */
const LIMIT_MS = 180_000;
const NONE = { failed: [], passed: 0, errors: [], isLoaded: true };
const CRASHED = { ...NONE, errors: ['vitest crashed'] };
const NO_END = { ...NONE, failed: [{ title: 'no end', message: 'the tests did not end' }] };

/**
 * Plays the test file of each mutant, those of one file one after another.
 *
 * @param mutants - rows
 * @param options - `onResult`: is given each result as it comes; `until`: none is begun after this time;
 *   `limitMs`: how long the tests of one may take; `known`: name of a mutant → its last result
 * @returns `{ mutant, state, by, detail }`: `caught` when the test failed, `by` which; `survived`; `broken` when its
 *   test does not run, or is late without the mutant as well
 */
export async function playMutants(
  mutants,
  { onResult = () => undefined, until = Infinity, limitMs = LIMIT_MS, known = {} } = {},
) {
  const results = [];
  const onDisk = [];
  const add = (mutant, outcome) => {
    const result = toResult(mutant, outcome);
    results.push(result);
    onResult(result);
  };
  const files = [...new Set(mutants.map(({ test }) => test))];
  const takeFile = () => (Date.now() < until ? files.shift() : undefined);
  const lanes = Array.from({ length: Math.min(LANES, files.length) }, async () => {
    const lane = createLane(limitMs);
    for (let test = takeFile(); test; test = takeFile()) {
      for (const mutant of mutants.filter((each) => each.test === test)) {
        if (Date.now() > until) break;
        const outcome = await playShortest(lane, mutant, known[mutant.name]?.by);
        if (outcome.failed.length === 0 && !isSeen(mutant, outcome)) onDisk.push(mutant);
        else add(mutant, outcome);
      }
    }
    lane.end();
  });
  await Promise.all(lanes);
  // Alone: the lanes would load what is changed on disk.
  for (const mutant of onDisk) if (Date.now() < until) add(mutant, await playOnDisk(mutant, limitMs));
  return results;
}

/** Most mutants are caught by the test that caught them before, or that their row names: then no other is played. */
async function playShortest(lane, mutant, by) {
  const only = mutant.title ? toPattern(mutant.title) : by && toPattern(by.split(' > ').at(-1));
  if (!only || by === NO_END.failed[0].title) return playTwiceWhenLate(lane, mutant);
  const outcome = await lane.play({ test: mutant.test, mutant, only: only.source });
  const isCaught = isDecidedBy(mutant, outcome.failed) && outcome !== NO_END && !isLate(outcome);
  return isCaught ? outcome : playTwiceWhenLate(lane, mutant);
}

const isLate = ({ failed }) => failed.length > 0 && failed.every(({ message }) => /timed out in/.test(message));

/** A test that only took too long says nothing on a busy machine, unless it is in time without the mutant. */
async function playTwiceWhenLate(lane, mutant) {
  const { test } = mutant;
  const first = await lane.play({ test, mutant });
  if (!isLate(first)) return first;
  const second = await lane.play({ test, mutant });
  if (!isLate(second)) return second;
  const plain = await lane.play({ test });
  if (plain.failed.length === 0) return second;
  return { ...NONE, errors: [`red without any change: ${plain.failed[0].title}`] };
}

/** What a child process or a thread reads is not what vitest loads: such a mutant is made on disk. */
function isSeen({ test }, { isLoaded }) {
  return isLoaded && !/Process(?:es)?'|node:child_process|runProgram/.test(readFileSync(path.join(root, test), 'utf8'));
}

/** A vitest that plays one mutant after another; one that does not end is killed and started anew. */
function createLane(limitMs) {
  let lane;
  return { play, end };

  async function play(message) {
    lane ??= await start();
    lane.send(message);
    const outcome = await nextMessage(lane, limitMs);
    if (outcome === NO_END || outcome === CRASHED) end();
    return outcome;
  }

  async function start() {
    // A group of its own: with it go the workers, which may hang.
    // The words have vitest.config.ts take the tests of the night, and those that measure time.
    const child = fork(path.join(import.meta.dirname, 'lane.mjs'), ['nightly', 'realtime'], {
      cwd: root,
      detached: true,
      stdio: 'inherit',
    });
    process.once('exit', () => endGroup(child));
    if ((await nextMessage(child, LIMIT_MS)) !== 'ready') throw new Error('vitest did not start');
    return child;
  }

  function end() {
    if (lane) endGroup(lane);
    lane = undefined;
  }
}

/** What a lane says next, or that it did not within the time. */
async function nextMessage(child, limitMs) {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const options = { signal: over.signal };
  try {
    const ended = once(child, 'exit', options).then(() => [CRASHED]);
    const [message] = await Promise.race([once(child, 'message', options), ended]);
    return message;
  } catch {
    return NO_END;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function playOnDisk({ file, text, instead, test }, limitMs) {
  const place = path.join(root, file);
  const before = readFileSync(place, 'utf8');
  const restore = () => writeFileSync(place, before);
  const lane = createLane(limitMs);
  process.once('exit', restore);
  try {
    writeFileSync(
      place,
      before.replace(text, () => instead),
    );
    return await lane.play({ test });
  } finally {
    lane.end();
    restore();
    process.off('exit', restore);
  }
}

function toResult(mutant, { failed, passed, errors, ms }) {
  const isCaught = failed === NO_END.failed || isDecidedBy(mutant, failed);
  const state = isCaught ? 'caught' : failed.length + passed > 0 ? 'survived' : 'broken';
  return { mutant, state, by: failed.at(-1)?.title, detail: errors.join('\n'), ms };
}
