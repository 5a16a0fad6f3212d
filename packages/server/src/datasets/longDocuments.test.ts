import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  batchesOf,
  deleteDatasetFile,
  findPassages,
  insertDocument,
  type NewPassage,
} from '../db/queries/hub/passageQueries';
import { insertResource } from '../db/queries/hub/resourceQueries';
import { datasetFiles, passages, users } from '../db/schema';
import type { ReadingPool } from '../reading/readingPool';
import { jobRunners } from '../readingWorker/jobRunners';
import { createManualClock } from '../testing/manualClock';
import { openTestPglite, type TestPglite } from '../testing/testDatabase';
import { createMemoryStore } from '../uploads/memoryStore';
import { createPlans } from '../domain/accounts/plans';
import { createLibrary, type Library } from './library';
import { countTerms, createVocabulary, VOCABULARY_MAX } from './vocabulary';

const HOUR_MS = 3_600_000;
const clock = createManualClock();
const store = createMemoryStore();
let database: TestPglite;
let library: Library;
beforeAll(async () => {
  database = await openTestPglite();
  await database.db.insert(users).values({ id: 'user_1', name: 'Ana', email: 'ana@example.com' });
  await insertResource(database.db, 'dataset', {
    id: 'dataset_1',
    ownerId: 'user_1',
    slug: 'dataset_1',
    createdAt: 1,
    updatedAt: 1,
  });
  library = createLibrary({
    db: database.db,
    clock,
    plans: createPlans({ db: database.db, clock, isBillingOn: false }),
    store,
    // In this process: a thread would read the same.
    reading: {
      run: (job: 'passages', input: never, limits: never) => jobRunners[job](input, limits),
    } as unknown as ReadingPool,
    vectors: database.vectors,
    embeddings: undefined,
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(() => database.close());

const file = (id: string) => ({
  ...{ id, datasetId: 'dataset_1', name: id, type: 'text/plain', size: 1, hash: 'sha' },
  ...{ createdAt: clock.now(), updatedAt: clock.now() },
});
const passagesOf = (fileId: string, many: number): NewPassage[] =>
  Array.from({ length: many }, (_, index) => ({
    ...{ datasetId: 'dataset_1', fileId, source: fileId, page: fileId, headings: [], title: '', url: '' },
    ...{ text: `zebra ${String(index)}`, terms: `zebra ${String(index)}` },
  }));
const stored = () => database.db.select({ id: datasetFiles.id, hash: datasetFiles.hash }).from(datasetFiles);
/** The texts found for words that occur in so many of 400 passages. */
async function find(words: Readonly<Record<string, number>>, lookedAt: number, take = 10): Promise<string[]> {
  const searched = Object.entries(words).map(([term, count]) => ({
    terms: [{ term, share: count / 400, weight: 1 / (count + 1) }],
  }));
  const found = await findPassages(database.db, ['dataset_1'], searched, { take, lookedAt, size: 400 });
  return found.map(({ text }) => text);
}

describe('a document of many passages', () => {
  it('lets others have their turn while it is added, and is searched for its rarest words', async () => {
    let isAdded = false;
    const adding = insertDocument(database.db, file('long'), passagesOf('long', 400)).finally(() => {
      isAdded = true;
    });
    const seen: number[] = [];
    while (!isAdded) {
      seen.push((await database.db.select({ id: passages.sequence }).from(passages)).length);
      await setImmediate();
    }
    await adding;
    expect(seen.some((many) => many > 0 && many < 400)).toBe(true);
    expect(await stored()).toEqual([{ id: 'long', hash: 'sha' }]);

    expect(await find({ zebra: 400, 399: 1 }, 50, 1)).toEqual(['zebra 399']);
    expect(await find({ zebra: 400 }, 50, 60)).toHaveLength(50);
    expect((await find({ zebra: 400, 7: 1 }, 500))[0]).toBe('zebra 7');
    // A word that was in none of the counted passages.
    expect(await find({ zebra: 400, 399: 0 }, 50)).toContain('zebra 399');
    await deleteDatasetFile(database.db, 'dataset_1', 'long');
  });

  it('is searched for common words by those passages that have them together', async () => {
    const mixed = passagesOf('mixed', 400).map((row, index) => {
      const terms = `tens${String(index % 10)} rest${String(index % 21)}`;
      return { ...row, text: `${String(index)}: ${terms}`, terms };
    });
    await insertDocument(database.db, file('mixed'), mixed);
    expect(await find({ tens3: 40, rest15: 21 }, 20, 2)).toEqual(['183: tens3 rest15', '393: tens3 rest15']);
    await deleteDatasetFile(database.db, 'dataset_1', 'mixed');
  });

  it('is added in statements of few terms, in its order: a long passage stands alone', () => {
    const rows = [10, 3_000, 4_000, 2_000, 15_000, 1, ...Array.from({ length: 25 }, () => 1)].map((length, index) => ({
      ...passagesOf('batches', 1)[0],
      page: String(index),
      terms: 'x'.repeat(length),
    })) as NewPassage[];
    const batches = batchesOf(rows);
    expect(batches.flat()).toEqual(rows);
    expect(batches.map((batch) => batch.length)).toEqual([3, 1, 1, 20, 6]);
    for (const batch of batches)
      expect(batch.length === 1 || batch.reduce((sum, { terms }) => sum + terms.length, 0) <= 8_000).toBe(true);
  });

  it('leaves nothing when it is deleted meanwhile, and nothing when a passage cannot be stored', async () => {
    const adding = insertDocument(database.db, file('gone'), passagesOf('gone', 40));
    expect(await deleteDatasetFile(database.db, 'dataset_1', 'gone')).toBe(true);
    expect(await adding).toBe(false);
    const [first, last] = [passagesOf('bad', 30), passagesOf('bad', 1).map((row) => ({ ...row, text: '\0' }))];
    await expect(insertDocument(database.db, file('bad'), [...first, ...last])).rejects.toThrow();
    expect([await stored(), await database.db.select().from(passages)]).toEqual([[], []]);
  });

  it('is deleted when its process ended before it was whole', async () => {
    await insertDocument(database.db, file('doc_whole'), passagesOf('doc_whole', 1));
    await insertDocument(database.db, file('doc_empty'), []);
    await database.db.insert(datasetFiles).values({ ...file('doc_half'), passages: 0, hash: null });
    await database.db.insert(passages).values(passagesOf('doc_half', 1));
    await store.write('doc_half', new Uint8Array(1));
    await library.sweep();
    expect(await stored()).toHaveLength(3);
    clock.advance(HOUR_MS + 1);
    await library.sweep();
    expect((await stored()).map(({ id }) => id).sort()).toEqual(['doc_empty', 'doc_whole']);
    expect(await store.read('doc_half')).toBeUndefined();
  });
});

describe('words of a dataset', () => {
  it.each(['\u0640', '\u0301\u0301', 'سعر \u0640 السلعة'])('%j: marks without a letter are no term', async (text) => {
    const bytes = new TextEncoder().encode(`${text} kettle`);
    await library.add('dataset_1', { name: 'a.txt', type: 'text/plain', bytes, url: undefined });
    expect((await library.search(['dataset_1'], `${text} kettle`)).length).toBeGreaterThan(0);
    expect(await library.search(['dataset_1'], '\u0640')).toEqual([]);
  });

  it('counts a limited number of terms, and finds the others as they are written', () => {
    const invented = Array.from({ length: VOCABULARY_MAX + 10 }, (_, index) => `w${index.toString(26)}`);
    const counts = countTerms([invented, ['kettle', invented[0] ?? '']]);
    expect([counts.size, counts.get(invented[0] ?? '')]).toEqual([VOCABULARY_MAX, 2]);
    expect(createVocabulary(counts, 2).meaningsOf('kettle')).toEqual([{ term: 'kettle', nearness: 1 }]);
    expect(createVocabulary(countTerms([['tea']]), 1).meaningsOf('kettle')).toEqual([]);
  });
});
