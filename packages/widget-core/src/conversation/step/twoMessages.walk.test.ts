// @vitest-environment node
import { expect, it } from 'vitest';
import { LONGEST_MS, walk } from '../../testing/walk/walk';

/** The beginning; all of it with `SOTTO_ALL=1`. */
const PLAYS_ALL = process.env['SOTTO_ALL'] === '1';
const LIMIT = PLAYS_ALL ? Number.POSITIVE_INFINITY : 60_000;

it(
  'F313 two messages, from one tab or from both, go through every order of what can happen',
  { timeout: LONGEST_MS },
  () => {
    const walked = walk({ sends: 2 }, LIMIT);
    expect(walked.found).toBeUndefined();
    expect(walked.isWhole).toBe(PLAYS_ALL);
    expect(walked.quiet).toBeGreaterThan(0);
    expect(walked.states).toBeGreaterThan(PLAYS_ALL ? 450_000 : LIMIT);
  },
);
