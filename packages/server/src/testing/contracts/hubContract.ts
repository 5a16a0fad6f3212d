import { createId, systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database';
import { countHubItems, listHubItems, type HubFilter } from '../../db/queries/hub/hubItemQueries';
import { listHubWords } from '../../db/queries/hub/hubWordQueries';
import { insertResource } from '../../db/queries/hub/resourceQueries';
import { users } from '../../db/schema';

/** What every database promises to those who search the Hub. */
export function hubContract(name: string, open: () => Promise<OpenDatabase>): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const newId = (prefix: string): string => createId(prefix, systemClock);

  describe(`H-9 a search of the Hub (${name})`, () => {
    let database: OpenDatabase;
    const tag = newId('tag');
    const find = async (filter: HubFilter) => {
      const order = { sort: 'relevance', now: 0, ratingPrior: 0 } as const;
      const rows = await listHubItems(database.db, 'skillset', { ...filter, tag }, order, { skip: 0, take: 9 });
      expect((await countHubItems(database.db, 'skillset', { ...filter, tag })).total).toBe(rows.length);
      return rows.map(({ resource }) => resource.name);
    };
    beforeAll(async () => {
      database = await open();
      const ownerId = newId('u');
      await database.db.insert(users).values({ id: ownerId, name: 'Ana', email: `${ownerId}@example.com` });
      for (const [title, description, visibility] of [
        ['Lighthouse keeper', 'Watches Übergänge.', 'public'],
        ['Harbour', 'Boats near a lighthouse.', 'public'],
        ['翻訳アシスタント', '手紙を日本語に訳します。', 'public'],
        ['ผู้ช่วยแปลภาษา', 'แปลจดหมาย', 'public'],
        ['Quagmire', 'Kept to itself.', 'protected'],
      ] as const) {
        const id = newId('skillset');
        const slug = id.toLowerCase().replaceAll('_', '-');
        const fields = { name: title, description, visibility, tags: [tag], createdAt: 1, updatedAt: 1 };
        await insertResource(database.db, 'skillset', { ...fields, id, slug, ownerId });
      }
    });
    afterAll(() => database.close());

    it('finds all of the words, or some of them with the most fitting first', async () => {
      expect(await find({ words: 'lighthouse keeper' })).toEqual(['Lighthouse keeper']);
      expect(await find({ words: 'lighthouse keeper harbour', someWords: true })).toHaveLength(2);
      expect((await find({ words: 'lighthouse keeper submarine', someWords: true }))[0]).toBe('Lighthouse keeper');
      expect(await find({ words: "it's: & | ! <-> the of", someWords: true })).toEqual([]);
    });

    it('finds the beginnings of words of a name', async () => {
      expect(await find({ words: 'lightho keep' })).toEqual(['Lighthouse keeper']);
      expect(await find({ words: 'harb' })).toEqual(['Harbour']);
      expect(await find({ words: 'wat' })).toEqual([]);
      expect(await find({ words: 'harb -boats' })).toEqual([]);
    });

    it('finds texts of languages without spaces as they are, wherever they stand', async () => {
      for (const words of ['翻訳', 'アシスタント', '日本語', '手紙 翻訳', '"訳ア"', '訳'])
        expect(await find({ words })).toEqual(['翻訳アシスタント']);
      expect(await find({ words: 'แปล' })).toEqual(['ผู้ช่วยแปลภาษา']);
      for (const words of ['訳翻', '日語', '翻訳 -手紙']) expect(await find({ words })).toEqual([]);
      expect(await find({ words: '翻訳 submarine', someWords: true })).toEqual(['翻訳アシスタント']);
    });

    it('knows the words of what is listed, in lower case and with their accents, and no others', async () => {
      const words = await listHubWords(database.db);
      expect(words.get('lighthouse')).toBeGreaterThanOrEqual(2);
      expect([words.has('übergänge'), words.has('harbour'), words.has('quagmire')]).toEqual([true, true, false]);
    });
  });
}
