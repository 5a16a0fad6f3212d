import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { openTestPglite } from '../testing/testDatabase';
import type { OpenDatabase } from './database';
import { openPostgres } from './postgres';
import { makeIndexConcurrently, readPgvector } from './postgresVectors';
import { findNearest } from './queries/hub/nearestQueries';
import { readUnembedded } from './queries/hub/passageQueries';
import { datasetFiles, datasets, passages, users } from './schema';
import { isPgvectorUsable, planIndex, type IndexPlan } from './vectors';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MODEL = "it's a model";
const DIMENSIONS = 48;
/** More than are searched from end to end. */
const LARGE = 1_200;
const SMALL = 90;
const TOPICS = 60;
const QUESTIONS = 40;
const TAKE = 10;

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Vectors as texts about some topics give them: near the middle of their topic. */
function createTexts(): () => number[] {
  const random = createRandom(24);
  const spread = (): number => random() + random() + random() - 1.5;
  const topics = Array.from({ length: TOPICS }, () => Array.from({ length: DIMENSIONS }, spread));
  return () => {
    const topic = topics[Math.floor(random() * TOPICS)] ?? [];
    const vector = topic.map((value) => value + spread() * 0.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** Whether the PostgreSQL of the tests has pgvector: Debian 12 has no package of it. */
async function hasPgvector(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { isInstalled } = await readPgvector(client);
  await client.end();
  return isInstalled;
}
const isOnPostgres = TEST_DATABASE_URL !== undefined && (await hasPgvector(TEST_DATABASE_URL));

describe.each([
  ['PGlite', false],
  ['PostgreSQL', true],
])('FO-11 vectors in %s', (name, needsPostgres) => {
  describe.skipIf(needsPostgres && !isOnPostgres)('with pgvector', () => {
    let test: TestDatabase | undefined;
    let database: OpenDatabase;
    let plan: IndexPlan;
    const type = needsPostgres ? 'halfvec' : 'vector';
    const known = new Map<number, { datasetId: string; vector: number[] }>();
    const nextText = createTexts();

    beforeAll(async () => {
      test = needsPostgres ? await openTestDatabase(TEST_DATABASE_URL ?? '') : undefined;
      database = test ? await openPostgres(test.url) : await openTestPglite();
      plan = planIndex(MODEL, DIMENSIONS, type) as IndexPlan;
      const { db } = database;
      await db.insert(users).values({ id: 'u', name: 'u', email: 'u@example.com' });
      await fill('small', SMALL);
    });
    afterAll(async () => {
      await database.close();
      await test?.close();
    });

    async function fill(id: string, count: number): Promise<void> {
      const { db } = database;
      await db.insert(datasets).values({ id, ownerId: 'u', slug: id, createdAt: 1, updatedAt: 1 });
      const file = { id: `of-${id}`, datasetId: id, name: id, type: 'text/plain', size: 1 };
      await db.insert(datasetFiles).values({ ...file, createdAt: 1, updatedAt: 1 });
      const rows = Array.from({ length: count }, nextText).map((embedding) => ({
        ...{ datasetId: id, fileId: file.id, source: '', page: '', title: '', url: '', text: '', terms: '' },
        embedding,
        embeddingModel: MODEL,
      }));
      for (const { sequence, embedding } of await db.insert(passages).values(rows).returning())
        known.set(sequence, { datasetId: id, vector: embedding ?? [] });
    }
    function exact(datasetId: string, question: readonly number[]): number[] {
      return [...known]
        .filter(([, row]) => row.datasetId === datasetId)
        .map(([sequence, { vector }]) => ({ sequence, likeness: dot(question, vector) }))
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, TAKE)
        .map(({ sequence }) => sequence);
    }
    async function recall(datasetId: string): Promise<number> {
      let found = 0;
      for (let asked = 0; asked < QUESTIONS; asked += 1) {
        const embedding = nextText();
        const rows = await findNearest(database.db, {
          ...{ datasetIds: [datasetId], model: MODEL, type, take: TAKE },
          size: [...known.values()].filter((row) => row.datasetId === datasetId).length,
          embedding,
        });
        const wanted = exact(datasetId, embedding);
        found += rows.filter(({ sequence }) => wanted.includes(sequence)).length;
        expect(rows.filter(({ sequence }) => known.get(sequence)?.datasetId !== datasetId)).toEqual([]);
        const [best] = rows;
        expect(best?.likeness).toBeCloseTo(dot(embedding, known.get(best?.sequence ?? 0)?.vector ?? []), 2);
      }
      return found / (QUESTIONS * TAKE);
    }

    it('are compared by the database, which takes up those that were there before', async () => {
      expect(database.vectors.isInDatabase).toBe(true);
      const former = planIndex(MODEL, DIMENSIONS, 'halfvec') as IndexPlan;
      if (type === 'vector') await database.db.execute(sql.raw(former.create('')));
      await database.vectors.prepare(MODEL, DIMENSIONS);
      if (type === 'vector') expect(await isValid(database, former.name)).toBe(false);
      const models = await database.db.selectDistinct({ model: passages.embeddingModel }).from(passages);
      expect(models).toEqual([{ model: MODEL }]);
      expect(await isValid(database, plan.name)).toBe(true);
    });

    it('of a large dataset are found through the index, 95 of 100 as by an exact search', async () => {
      // All at once takes a tenth of the time that one after the other takes.
      await database.db.execute(sql.raw(`drop index ${plan.name}`));
      await fill('large', LARGE);
      await database.db.execute(sql.raw(plan.create('')));
      const before = await countIndexScans(database);
      expect(await recall('large')).toBeGreaterThanOrEqual(0.95);
      expect((await countIndexScans(database)) - before).toBe(QUESTIONS);
    });

    it('of a small dataset are compared one by one, so all are found that others would crowd out', async () => {
      const before = await countIndexScans(database);
      // Half-precision numbers may exchange two neighbours.
      expect(await recall('small')).toBeGreaterThanOrEqual(0.99);
      expect((await countIndexScans(database)) - before).toBe(0);
    });

    it('that a backup took while they waited for the index are neither made again nor lost', async () => {
      const [one] = [...known.keys()];
      const isThis = eq(passages.sequence, one ?? 0);
      await database.db
        .update(passages)
        .set({ embeddingModel: `indexing:${MODEL}` })
        .where(isThis);
      expect(await readUnembedded(database.db, MODEL, { datasetIds: undefined, after: 0, take: 5 })).toEqual([]);
      const reopened = test ? await openPostgres(test.url) : database;
      // A process that has not prepared yet: for the embedded database, another length.
      await reopened.vectors.prepare(MODEL, test ? DIMENSIONS : 3);
      const [row] = await database.db.select({ model: passages.embeddingModel }).from(passages).where(isThis);
      expect(row?.model).toBe(MODEL);
      if (test) await reopened.close();
    });

    it(`of other lengths and models are kept beside them (${name})`, async () => {
      const [one] = [...known.keys()];
      await database.db
        .update(passages)
        .set({ embedding: [1, 0, 0] })
        .where(eq(passages.sequence, one ?? 0));
      const query = { datasetIds: ['large', 'small'], size: known.size, model: MODEL, type, take: TAKE } as const;
      expect(await findNearest(database.db, { ...query, embedding: [1, 0, 0] })).toMatchObject([
        { sequence: one, likeness: 1 },
      ]);
      expect(await findNearest(database.db, { ...query, model: 'other', embedding: [1, 0, 0] })).toEqual([]);
    });
  });
});

async function isValid({ db }: OpenDatabase, index: string): Promise<boolean> {
  const rows = await db
    .select({ isValid: sql<boolean>`indisvalid` })
    .from(sql`pg_index where indexrelid = to_regclass(${index})`);
  return rows[0]?.isValid === true;
}

/** How often the index of the vectors was searched. */
async function countIndexScans({ db }: OpenDatabase): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`);
  const [row] = await db
    .select({ count: sql`coalesce(sum(idx_scan), 0)`.mapWith(Number) })
    .from(sql`pg_stat_user_indexes where indexrelname like 'passages_meaning_%'`);
  return row?.count ?? 0;
}

describe.skipIf(TEST_DATABASE_URL === undefined)('an index of PostgreSQL that is made while others write', () => {
  it('replaces what an interrupted try has left, is made once, and is left to the process that makes it', async () => {
    const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
    const [client, other] = [0, 1].map(() => new pg.Client({ connectionString: test.url }));
    if (!client || !other) throw new Error('two connections');
    await Promise.all([client.connect(), other.connect()]);
    await client.query('create table things (n int); insert into things values (1), (1)');
    await expect(client.query('create unique index concurrently things_n on things (n)')).rejects.toThrow();
    const made: string[] = [];
    const ofThings = {
      name: 'things_n',
      create(how: string) {
        made.push(how);
        return `create index ${how} things_n on things (n)`;
      },
    };
    const valid = async (): Promise<unknown[]> =>
      (await client.query(`select indisvalid as valid from pg_index where indexrelid = 'things_n'::regclass`)).rows;
    expect(await valid()).toEqual([{ valid: false }]);
    await other.query('select pg_advisory_lock(7304019)');
    await makeIndexConcurrently(client, ofThings);
    expect(made).toEqual([]);
    await other.query('select pg_advisory_unlock(7304019)');
    await makeIndexConcurrently(client, ofThings);
    await makeIndexConcurrently(client, ofThings);
    expect([made, await valid()]).toEqual([['concurrently'], [{ valid: true }]]);
    await Promise.all([client.end(), other.end()]);
    await test.close();
  });
});

it('takes versions of pgvector that go on searching behind a filter', () => {
  expect(['0.5.1', '0.7.4', '0.8.0', '0.8.7', '0.10.0', '1.0.0'].filter(isPgvectorUsable)).toEqual([
    '0.8.0',
    '0.8.7',
    '0.10.0',
    '1.0.0',
  ]);
});
