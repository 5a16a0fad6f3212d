// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FUZZ } from './testing/fuzzRuns';
import { walkInTwoTabs } from './testing/tabWalk';

/** Seeds where something once went wrong, each in a way of its own. */
const KNOWN = [1, 7, 42, 43, 57, 58, 65, 90, 139, 193, 4019];

/** The same seed gives the same numbers, here and wherever chance is asked for. */
function seedChance(seed: number): () => number {
  const from = (start: number): (() => number) => {
    let state = start % 2_147_483_647;
    return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  };
  const ids = from(seed + 5);
  const random = from(seed * 7_919 + 313);
  vi.spyOn(Math, 'random').mockImplementation(random);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array)
      bytes.forEach((_, index) => {
        bytes[index] = Math.floor(ids() * 256);
      });
    return bytes;
  });
  return random;
}

describe('F313 two tabs that do everything at once', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('both show what the server keeps, in its order, whatever was done when', async () => {
    const first = Number(FUZZ.seed ?? 0) % 100_000;
    const others = Array.from({ length: Math.ceil((FUZZ.numRuns ?? 0) / 3) }, (_, index) => first + index);
    for (const seed of [...KNOWN, ...others]) {
      const { moves, kept, read, shown, hanging } = await walkInTwoTabs(seedChance(seed));
      expect({ seed, moves, read, hanging }).toEqual({ seed, moves, read: [kept, kept], hanging: [] });
      const sent = kept.filter((line) => line.startsWith('user: '));
      expect(new Set(sent).size, `seed ${String(seed)}: doubled`).toBe(sent.length);
      expect(shown[1], `seed ${String(seed)}: what was given up`).toEqual(shown[0]);
    }
  }, 600_000);
});
