// @vitest-environment node
import { expect, it } from 'vitest';
import { walk } from '../../testing/walk/walk';

it(
  'F313 two messages, from one tab or from both, go through every order of what can happen',
  { timeout: 600_000 },
  () => {
    const walked = walk({ sends: 2 }, Number.POSITIVE_INFINITY);
    expect(walked.found).toBeUndefined();
    expect(walked.isWhole).toBe(true);
    expect(walked.quiet).toBeGreaterThan(0);
    expect(walked.states).toBeGreaterThan(450_000);
  },
);
