import { findFault } from './faults';
import { createWorld, listMoves } from './moves';
import { createReader } from './reader';
import type { Budget, World } from './world';

/** When a walk counts as one that hangs, in milliseconds: on two cores that do other work as well, the longest needs ten minutes. */
export const LONGEST_MS = 1_500_000;

/** What a walk has seen. */
export interface Walked {
  readonly states: number;
  readonly quiet: number;
  /** The moves to the first state in which something is wrong, and what. */
  readonly found: readonly string[] | undefined;
  readonly isWhole: boolean;
}

// Errors are made by the thousand here, and nobody reads where.
Object.assign(Error, { stackTraceLimit: 0 });

// Nothing happens but what a walk asks for.
const NONE: Budget = {
  sends: 0,
  cuts: 0,
  reloads: 0,
  stops: 0,
  restarts: 0,
  outages: 0,
  retries: 0,
  deletions: 0,
  leaves: 0,
  edits: 0,
  continues: 0,
  refusals: 0,
  expiries: 0,
  tools: 0,
  consents: 0,
  withdrawals: 0,
  tokens: 1,
};

/**
 * Walks every order of everything that can happen, breadth first, until nothing new comes or the limit is reached. Of
 * two worlds that differ only in which tab is which, one is walked, and both are counted.
 *
 * @param before - moves that are made first, by name, with what follows by itself: the walk begins when all is quiet
 */
export function walk(wanted: Partial<Budget>, limit: number, before: readonly string[] = []): Walked {
  const read = createReader();
  const first = prepare(createWorld({ ...NONE, ...wanted }), before);
  const { own: start, mirrored: startMirrored } = read(first);
  const seen = new Set([Math.min(start, startMirrored)]);
  let states = start === startMirrored ? 1 : 2;
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
      if (fault !== undefined) return { states, quiet, found: [...trace(index), fault], isWhole: false };
      for (const { name, world: then } of [...own, ...chosen]) {
        const { own: number, mirrored } = read(then);
        const key = Math.min(number, mirrored);
        if (seen.has(key)) continue;
        seen.add(key);
        states += number === mirrored ? 1 : 2;
        froms.push(index);
        names.push(name);
        next.push({ world: then, index: froms.length - 1 });
      }
      if (states > limit) return { states, quiet, found: undefined, isWhole: false };
    }
    layer = next;
  }
  return { states, quiet, found: undefined, isWhole: true };
}

/** Makes these moves, each as soon as it is possible, and lets everything come to rest; no timer is faster. */
function prepare(world: World, names: readonly string[]): World {
  let prepared = world;
  for (const name of [...names, undefined])
    for (;;) {
      const { own, chosen } = listMoves(prepared);
      const wanted = [...own, ...chosen].find((move) => move.name === name);
      const next = wanted ?? own.find((move) => !move.name.startsWith('timer')) ?? own[0];
      if (next) prepared = next.world;
      if (wanted || !next) break;
    }
  return prepared;
}
