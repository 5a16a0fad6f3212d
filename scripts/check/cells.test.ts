import { describe, expect, it } from 'vitest';
import { simulate } from '../../bench/cells/simulate.mjs';

const scenario = {
  streams: 4_000,
  widgets: 10_000,
  cells: 10,
  cellStreams: 700,
  largestShare: 0.05,
  replySeconds: 10,
  seconds: 120,
  failAt: 60,
  replaceAt: 80,
  seed: 7,
};

describe('the simulation of docs/scaling/cells.md', () => {
  it('gives the same result for the same seed, and another for another', () => {
    expect(simulate(scenario)).toEqual(simulate(scenario));
    expect(simulate({ ...scenario, seed: 8 })).not.toEqual(simulate(scenario));
  });

  it('keeps as many streams as it is asked for, spread over the cells', () => {
    const { before } = simulate(scenario);
    const used = scenario.streams / scenario.cells / scenario.cellStreams;
    expect(before.median).toBeGreaterThan(used * 0.8);
    expect(before.median).toBeLessThan(used * 1.2);
    expect(before.longestDelayMs).toBe(0);
  });

  it('moves the streams of a failed cell to the others, which carry more until it is replaced', () => {
    const { before, afterFailure, afterReplacement, moved } = simulate(scenario);
    expect(moved).toBeGreaterThan(scenario.streams / scenario.cells / 2);
    expect(afterFailure.median).toBeGreaterThan(before.median);
    expect(afterReplacement.median).toBeLessThan(afterFailure.median);
  });

  it('makes tokens wait where there are too few cells', () => {
    expect(simulate({ ...scenario, cells: 5 }).before.longestDelayMs).toBeGreaterThan(1_000);
  });
});
