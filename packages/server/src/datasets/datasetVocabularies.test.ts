import { drizzle } from 'drizzle-orm/pglite';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database, OpenDatabase } from '../db/database';
import { deleteDatasetFile, insertDocument } from '../db/queries/hub/passageQueries';
import * as schema from '../db/schema';
import { clientOf } from '../testing/queryPlans';
import { openTestPglite } from '../testing/testDatabase';
import { createDatasetVocabularies } from './datasetVocabularies';
import type { Vocabulary } from './vocabulary';

const termsOf = (vocabulary: Vocabulary, word: string): string[] => [
  ...new Set(vocabulary.meaningsOf(word).map(({ term }) => term)),
];

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('SV-36 the vocabulary of a dataset', () => {
  let database: OpenDatabase;
  /** The same database, with what is asked of it noted. */
  let db: Database;
  const asked: string[] = [];
  beforeAll(async () => {
    database = await openTestPglite();
    const logger = { logQuery: (query: string) => void asked.push(query) };
    db = drizzle(clientOf(database) as unknown as PGlite, { schema, logger });
    await db.insert(schema.users).values({ id: 'u', name: 'u', email: 'u@example.com' });
  });
  afterAll(() => database.close());

  /** A dataset with a document for each text, whose words are its terms. */
  async function make(id: string, texts: readonly string[]): Promise<string[]> {
    await db.insert(schema.datasets).values({ id, ownerId: 'u', slug: id, createdAt: 1, updatedAt: 1 });
    for (const [index, terms] of texts.entries()) await add(id, index, terms);
    return [id];
  }
  async function add(datasetId: string, index: number, terms: string): Promise<void> {
    const file = { id: `${datasetId}-${String(index)}`, datasetId, name: 'n', type: 'text/plain', size: 1 };
    const passage = { datasetId, fileId: file.id, source: '', page: '', title: '', url: '', text: '', terms };
    await insertDocument(db, { ...file, createdAt: index, updatedAt: index }, [passage]);
  }

  it('SV-36 is kept as long as its documents are the same, without a look at the passages', async () => {
    const ids = await make('same', ['parcel', 'invoice']);
    const vocabularies = createDatasetVocabularies(db);
    const first = await vocabularies.of(ids);
    asked.length = 0;
    expect(await vocabularies.of(ids)).toBe(first);
    expect(asked.filter((query) => query.includes('"passages" where'))).toEqual([]);
    expect(asked).toHaveLength(1);

    await add('same', 2, 'refund');
    expect((await vocabularies.of(ids)).meaningsOf('refund')).toEqual([{ term: 'refund', nearness: 1 }]);
    await deleteDatasetFile(db, 'same', 'same-0');
    expect((await vocabularies.of(ids)).meaningsOf('parcel')).toEqual([]);
    // As many documents and passages as before.
    await deleteDatasetFile(db, 'same', 'same-2');
    await add('same', 3, 'colour');
    expect((await vocabularies.of(ids)).meaningsOf('colour')).toEqual([{ term: 'colour', nearness: 1 }]);
  });

  it('SV-36 of more passages than are read knows that other words may occur, and looks for them as they are', async () => {
    const ids = await make('large', ['parcel', 'parcels', 'zeppelin']);
    const part = await createDatasetVocabularies(db, 2).of(ids);
    expect(part.meaningsOf('zeppelin')).toEqual([{ term: 'zeppelin', nearness: 1 }]);
    expect(part.meaningsOf('返品')).toEqual([{ term: '返品', nearness: 1 }]);
    expect(termsOf(part, 'parcol')).toEqual(['parcol', 'parcel', 'parcels']);
    const whole = await createDatasetVocabularies(db, 3).of(ids);
    expect(termsOf(whole, 'zepelin')).toEqual(['zeppelin']);
    expect(termsOf(whole, 'parcol')).toEqual(['parcel', 'parcels']);
  });
});
