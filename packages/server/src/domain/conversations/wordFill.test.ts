import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listInbox } from '../../db/queries/conversations/inboxListQueries';
import { createManualClock } from '../../testing/manualClock';
import { openTestPglite, type TestPglite } from '../../testing/testDatabase';
import { createWordFill } from './wordFill';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('messages of a version without the index', () => {
  let database: TestPglite;
  const clock = createManualClock();
  beforeAll(async () => {
    database = await openTestPglite();
    await database.client.exec(`
      insert into users (id, name, email) values ('u', 'Ana', 'ana@example.com');
      insert into bots (id, owner_id, name, created_at, updated_at) values ('b', 'u', 'Bot', 1, 1);
      insert into widgets (id, owner_id, bot_id, name, created_at, updated_at) values ('w', 'u', 'b', 'W', 1, 1)`);
  });
  afterAll(() => database.close());

  const store = (from: number, to: number, type = 'user'): Promise<unknown> =>
    database.db.execute(sql`
      with made as (insert into conversations (id, widget_id, created_at, last_activity_at)
        select 'c' || n, 'w', n, n from generate_series(${from}::int, ${to}::int) n returning id, created_at)
      insert into messages (id, conversation_id, type, text, created_at, updated_at)
      select 'm' || id, id, ${type}, 'kettle ' || id, created_at, created_at from made`);
  const find = async (search: string): Promise<string[]> =>
    (await listInbox(database.db, { ownerId: 'u', search }, undefined, 2_000)).map(({ id }) => id);
  const countWords = async (): Promise<unknown> =>
    (await database.client.query('select count(*)::int as count from message_words')).rows;

  it('are found after a start, and only those that were said', async () => {
    await store(1, 500);
    await store(501, 510, 'activity');
    expect(await find('kettle')).toEqual([]);
    await createWordFill({ db: database.db, clock }).fill();
    expect(await find('kettle')).toHaveLength(500);
    expect((await find('c17')).toSorted()).toEqual(['c17', ...Array.from({ length: 10 }, (_, n) => `c17${String(n)}`)]);
  });

  it('are looked at once', async () => {
    await database.client.exec(`delete from message_words where conversation_id = 'c1'`);
    await store(511, 511);
    await createWordFill({ db: database.db, clock }).fill();
    expect(await countWords()).toEqual([{ count: 500 }]);
    expect(await find('c511')).toEqual(['c511']);
  });

  it('have the words of their widget apart from those of others', async () => {
    await database.client.exec(`
      insert into widgets (id, owner_id, bot_id, name, created_at, updated_at) values ('v', 'u', 'b', 'V', 1, 1);
      insert into conversations (id, widget_id, created_at, last_activity_at) values ('w1', 'w', 1, 1), ('v1', 'v', 1, 1);
      insert into messages (id, conversation_id, type, text, created_at, updated_at)
        values ('mw1', 'w1', 'user', 'same', 1, 1), ('mv1', 'v1', 'user', 'same', 1, 1)`);
    await createWordFill({ db: database.db, clock }).fill();
    const { rows } = await database.client.query<{ words: string }>(
      `select words::text from message_words where conversation_id in ('w1', 'v1')`,
    );
    expect(new Set(rows.map(({ words }) => words)).size).toBe(2);
    for (const { words } of rows) expect(words).toMatch(/^'[0-9a-f]{6}\/same'$/);
  });

  it('are indexed up to where a server ended, and from there by the next one', async () => {
    await store(600, 1_200);
    const first = createWordFill({ db: database.db, clock });
    const filling = first.fill();
    await first.close();
    await filling;
    expect((await find('kettle')).length).toBeLessThan(1_100);
    await createWordFill({ db: database.db, clock }).fill();
    expect((await find('kettle')).length).toBe(1_101);
  });
});
