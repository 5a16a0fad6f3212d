import type { cardListSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MINUTE_MS = 60_000;

describe('H-9 a search of the Hub for words that nothing has as they are written', () => {
  let test: BuilderTest;
  const clock = createManualClock();
  const search = async (q: string, rest = '') => {
    const response = await test.call(`/v1/hub/skillset/list?q=${encodeURIComponent(q)}${rest}`);
    const { items, total, relaxed, cursor } = (await response.json()) as v.InferOutput<typeof cardListSchema>;
    return { names: items.map(({ name }) => name), total, relaxed, cursor };
  };
  beforeAll(async () => {
    test = await startBuilderTest({ clock });
    const ana = await test.person('ana');
    for (const fields of [
      { name: 'Parcel tracker', description: 'Finds where an order is.', tags: ['commerce'] },
      { name: 'Invoice writer', description: 'Writes an invoice for an order.', tags: ['accounting'] },
      { name: 'Übersetzung', description: 'Translates letters.', language: 'de' },
      { name: 'Zeppelin salaries', visibility: 'private' },
      { name: 'Zeppelin routes', visibility: 'protected' },
    ])
      await ana.make('/v1/skillset/create', { visibility: 'public', ...fields });
    await ana.make('/v1/bot/create', { name: 'Greenhouse', visibility: 'public' });
  });
  afterAll(() => test.server.close(0));

  it('corrects a typing mistake to a word of the Hub, and names the words that were searched', async () => {
    expect(await search('parcle trackr')).toEqual({
      names: ['Parcel tracker'],
      total: 1,
      relaxed: { words: 'parcel tracker', matches: 'all' },
      cursor: null,
    });
    expect((await search('acounting')).names).toEqual(['Invoice writer']);
    expect((await search('Übersezung')).names).toEqual(['Übersetzung']);
  });

  it('leaves words alone that are on the Hub, also where another filter leaves nothing', async () => {
    expect(await search('parcel')).toMatchObject({ names: ['Parcel tracker'], relaxed: undefined });
    expect(await search('parcel', '&language=fr')).toMatchObject({ total: 0, relaxed: undefined });
    expect(await search('greenhouse')).toMatchObject({ total: 0, relaxed: undefined });
  });

  it('shows what has some of the words where nothing has all of them, the most fitting first', async () => {
    expect(await search('parcel tracker with satellite photos')).toMatchObject({
      names: ['Parcel tracker'],
      relaxed: { words: 'parcel tracker with satellite photos', matches: 'some' },
    });
    expect(await search('invioce satellite')).toMatchObject({
      names: ['Invoice writer'],
      relaxed: { words: 'invoice satellite', matches: 'some' },
    });
    // A phrase and an excluded word are demands.
    expect(await search('"tracker parcel"')).toMatchObject({ total: 0, relaxed: undefined });
    expect(await search('parcel -tracker')).toMatchObject({ total: 0, relaxed: undefined });
  });

  it('comes in pages of the words that were searched', async () => {
    const first = await search('ordre', '&take=1');
    expect([first.total, first.relaxed]).toEqual([2, { words: 'order', matches: 'all' }]);
    const second = await search('ordre', `&take=1&cursor=${String(first.cursor)}`);
    expect([...first.names, ...second.names].sort()).toEqual(['Invoice writer', 'Parcel tracker']);
  });

  it('suggests no word that only unlisted items have', async () => {
    expect(await search('zepelin')).toMatchObject({ total: 0, relaxed: undefined });
    expect((await search('zepelin parcel')).relaxed).toEqual({ words: 'zepelin parcel', matches: 'some' });
  });

  it('knows the words of a new item within a minute', async () => {
    const ben = await test.person('ben');
    expect((await search('thermometre')).total).toBe(0);
    await ben.make('/v1/skillset/create', { name: 'Thermometer', visibility: 'public' });
    clock.advance(MINUTE_MS);
    expect((await search('thermometre')).names).toEqual(['Thermometer']);
  });

  it('takes marks of the query language as text', async () => {
    for (const odd of ['a | b', '& ! ( )', "x':* or", '\\', '<-> 1', '-', '""'])
      expect([odd, (await search(odd)).total]).toEqual([odd, 0]);
  });
});
