import { describe, expect, it } from 'vitest';
import type { HubItem } from '@sotto/hub-api';
import { CloneStopped, cloneItem, type CloneState } from './cloneItem';

const ABILITIES = ['One', 'Two', 'Three'].map((name, index) => ({
  id: `ability_${String(index)}`,
  name,
  description: `does ${name}`,
  instruction: `how ${name}`,
}));
const ITEM = {
  type: 'skillset',
  id: 'skillset_1',
  name: 'Orders',
  description: 'Looks up orders',
  version: 4,
  icon: '📦',
  tags: ['shop'],
  language: 'en',
  licence: 'MIT',
  skillset: { abilities: ABILITIES },
} as unknown as HubItem['item'];
const FRESH: CloneState = { cloneId: 'c1', newId: undefined, done: 0 };

/** A server that keeps what is created and can fail at one write. */
function setUp(failAt = -1) {
  const writes: { what: string; key: string }[] = [];
  let failing = failAt;
  const write = (what: string, key: string): void => {
    if (writes.length === failing) {
      failing = -1;
      throw new Error('The disk is full');
    }
    writes.push({ what, key });
  };
  const progress: string[] = [];
  const run = (from: CloneState = FRESH, item = ITEM) =>
    cloneItem(
      item,
      from,
      {
        create: async (fields, key) => {
          write(JSON.stringify(fields), key);
          return 'skillset_new';
        },
        createAbility: async (newId, fields, key) => {
          write(`${newId} ${JSON.stringify(fields)}`, key);
        },
      },
      ({ done }, total) => progress.push(`${String(done)} of ${String(total)}`),
    );
  return { run, writes, progress };
}

describe('H-7 cloning a skillset', () => {
  it('creates the skillset, then each ability in order, and gives the new id', async () => {
    const { run, writes, progress } = setUp();
    expect(await run()).toBe('skillset_new');
    expect(writes.map(({ key }) => key)).toEqual(['c1', 'c1-0', 'c1-1', 'c1-2']);
    expect(writes[0]?.what).toContain(
      '"name":"Orders","description":"Looks up orders","visibility":"private","clonedFrom":{"id":"skillset_1","version":4}',
    );
    expect(writes[2]?.what).toBe('skillset_new {"name":"Two","description":"does Two","instruction":"how Two"}');
    expect(progress.at(-1)).toBe('3 of 3');
  });

  it('clones an empty skillset to an empty one', async () => {
    const { run, writes } = setUp();
    await run(FRESH, { ...ITEM, skillset: { abilities: [] } });
    expect(writes).toHaveLength(1);
  });

  it.each([0, 1, 2, 3])(
    'F601 stops at the first failure (write %i), says where, and goes on from there without doubles',
    async (failAt) => {
      const { run, writes } = setUp(failAt);
      const stopped = await run().catch((error: unknown) => error);
      expect(stopped).toBeInstanceOf(CloneStopped);
      if (!(stopped instanceof CloneStopped)) return;
      expect(writes).toHaveLength(failAt);
      expect(stopped.message).toBe(
        failAt === 0
          ? 'Cloning stopped at the start: The disk is full'
          : `Cloning stopped at ability ${String(failAt)} of 3, "${ABILITIES[failAt - 1]?.name ?? ''}": The disk is full`,
      );
      expect(await run(stopped.state)).toBe('skillset_new');
      expect(writes.map(({ key }) => key)).toEqual(['c1', 'c1-0', 'c1-1', 'c1-2']);
    },
  );
});
