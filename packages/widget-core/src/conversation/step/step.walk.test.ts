// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { findFault } from '../../testing/walk/faults';
import { createWorld, listMoves } from '../../testing/walk/moves';
import { createReader } from '../../testing/walk/reader';
import type { Budget, World } from '../../testing/walk/world';

interface Walked {
  readonly states: number;
  readonly quiet: number;
  /** The moves to the first state in which something is wrong, and what. */
  readonly found: readonly string[] | undefined;
  readonly isWhole: boolean;
}

// Errors are made by the thousand here, and nobody reads where.
Object.assign(Error, { stackTraceLimit: 0 });

/** Walks every order of everything that can happen, breadth first, until nothing new comes or the limit is reached. */
function walk(budget: Budget, limit: number): Walked {
  const read = createReader();
  const first = createWorld(budget);
  const seen = new Set([read(first)]);
  const froms: number[] = [-1];
  const names: string[] = [''];
  let layer: { readonly world: World; readonly index: number }[] = [{ world: first, index: 0 }];
  let quiet = 0;
  const trace = (index: number): string[] => (index <= 0 ? [] : [...trace(froms[index] ?? -1), names[index] ?? '']);
  while (layer.length > 0) {
    const next: typeof layer = [];
    for (const { world, index } of layer) {
      const { own, chosen } = listMoves(world);
      if (own.length === 0) quiet += 1;
      const fault = findFault(world, own.length === 0);
      if (fault !== undefined) return { states: seen.size, quiet, found: [...trace(index), fault], isWhole: false };
      for (const { name, world: then } of [...own, ...chosen]) {
        const key = read(then);
        if (seen.has(key)) continue;
        seen.add(key);
        froms.push(index);
        names.push(name);
        next.push({ world: then, index: froms.length - 1 });
      }
      if (seen.size > limit) return { states: seen.size, quiet, found: undefined, isWhole: false };
    }
    layer = next;
  }
  return { states: seen.size, quiet, found: undefined, isWhole: true };
}

const NONE: Budget = { sends: 0, cuts: 0, reloads: 0, stops: 0, restarts: 0, outages: 0, retries: 0, tokens: 1 };

/**
 * What may happen on a walk, and how many states there are then; a number with `first` is where it ends before all of
 * them.
 */
const WALKS: readonly { readonly name: string; readonly budget: Partial<Budget>; readonly first?: number }[] = [
  { name: 'a message whose connection breaks, with a longer reply', budget: { sends: 1, cuts: 1, tokens: 2 } },
  { name: 'two messages, from one tab or from both', budget: { sends: 2 } },
  { name: 'a message that is stopped', budget: { sends: 1, stops: 1 } },
  { name: 'a message whose connection breaks, with an outage', budget: { sends: 1, cuts: 1, outages: 1 } },
  { name: 'a message, and a restart in one of the tabs', budget: { sends: 1, restarts: 1 } },
  { name: 'a message, and a reload', budget: { sends: 1, reloads: 1 }, first: 120_000 },
  { name: 'a message that is given up and tried again', budget: { sends: 1, cuts: 1, retries: 1 }, first: 120_000 },
];

describe('F313 every order of what two tabs can do and what can happen to them', () => {
  const total = { states: 0 };

  it.each(WALKS)(
    '$name',
    ({ budget, first }) => {
      const walked = walk({ ...NONE, ...budget }, first ?? Number.POSITIVE_INFINITY);
      expect(walked.found).toBeUndefined();
      expect(walked.isWhole).toBe(first === undefined);
      expect(walked.quiet).toBeGreaterThan(0);
      total.states += walked.states;
    },
    600_000,
  );

  it('are a million states at least', () => {
    expect(total.states).toBeGreaterThan(1_000_000);
  });
});
