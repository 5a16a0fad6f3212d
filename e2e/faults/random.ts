/** Chance that can be repeated: the same seed gives the same numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** @param seed - any whole number above 0 */
export function createRandom(seed: number): Random {
  let state = seed % 2_147_483_647;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}
