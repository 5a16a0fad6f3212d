import { describe, expect, it } from 'vitest';
import { findRoomCycles } from './roomCycles.mjs';

const moduleOf = (source: string, ...imports: string[]) => ({
  source: `p/src/${source}`,
  dependencies: imports.map((name) => ({ resolved: `p/src/${name}` })),
});

describe('FC-8 rooms of a package import each other in one direction', () => {
  it('finds two rooms that import each other through different files', () => {
    const modules = [
      moduleOf('a/one.ts', 'b/two.ts'),
      moduleOf('b/three.ts', 'a/four.ts'),
      moduleOf('c.ts', 'a/one.ts'),
    ];
    expect(findRoomCycles('p/src', modules)).toEqual([
      { rooms: ['a', 'b', 'a'], imports: ['p/src/a/one.ts → p/src/b/two.ts', 'p/src/b/three.ts → p/src/a/four.ts'] },
    ]);
  });

  it('finds nothing where imports point one way, inside a room, or come from tests', () => {
    const modules = [
      moduleOf('a/one.ts', 'b/two.ts', 'a/four.ts'),
      moduleOf('b/two.ts', 'c.ts'),
      moduleOf('b/two.test.ts', 'a/one.ts'),
      moduleOf('b/testing/fake.ts', 'a/one.ts'),
    ];
    expect(findRoomCycles('p/src', modules)).toEqual([]);
  });
});
