import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestPglite, type TestPglite } from '../../../testing/testDatabase';
import { byInboxPlace, listInbox, type InboxFilter } from './inboxListQueries';
import { indexBetween, readNewestPlace } from './messageWordQueries';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Older conversations with a word that none of the newest has: more than a search looks at in one go. */
const OLD = 1_300;
/** The newest: more than a search reads one by one. */
const NEW = 1_200;

describe('FO-6 a search of an inbox with many conversations', () => {
  let database: TestPglite;
  beforeAll(async () => {
    database = await openTestPglite();
    await database.client.exec(`
      insert into users (id, name, email) values ('u', 'Ana', 'ana@example.com');
      insert into bots (id, owner_id, name, created_at, updated_at) values ('b', 'u', 'Bot', 1, 1);
      insert into widgets (id, owner_id, bot_id, name, created_at, updated_at) values
        ('w0', 'u', 'b', 'W', 1, 1), ('w1', 'u', 'b', 'V', 1, 1);
      insert into conversations (id, widget_id, state, created_at, last_activity_at)
        select 'old' || n, 'w' || n % 2, case when n % 100 = 0 then 'waiting' else 'open' end, n,
          case when n = 7 then 1500 else n end from generate_series(1, ${String(OLD)}) n;
      insert into messages (id, conversation_id, type, text, created_at, updated_at)
        select 'm' || n || '_' || m, 'old' || n, 'user', 'carnival' || case when n < 10 then ' kettle' else '' end, n, n
        from generate_series(1, ${String(OLD)}) n, generate_series(1, 2) m;
      insert into conversations (id, widget_id, created_at, last_activity_at)
        select 'new' || n, 'w0', 9000 + n, 9000 + n from generate_series(1, ${String(NEW)}) n;
      insert into messages (id, conversation_id, type, text, created_at, updated_at)
        select 'x' || n, 'new' || n, 'user', 'hello' || case when n % 300 = 0 then ' carnival' else '' end, n, n
        from generate_series(1, ${String(NEW)}) n`);
    await indexBetween(database.db, 0, await readNewestPlace(database.db));
  });
  afterAll(() => database.close());

  /** Ids of all pages. */
  async function walk(filter: Omit<InboxFilter, 'ownerId'>, take: number): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const after = cursor === undefined ? undefined : byInboxPlace.read(cursor);
      const rows = await listInbox(database.db, { ownerId: 'u', ...filter }, after, take);
      ids.push(...rows.map(({ id }) => id));
      const last = rows.at(-1);
      if (last === undefined || rows.length < take) return ids;
      cursor = byInboxPlace.write(last.place);
    }
  }
  const down = (from: number, step = 1): string[] =>
    Array.from({ length: Math.floor(from / step) }, (_, n) => `old${String(from - n * step)}`);

  it.each([400, 1_000])(
    'lists what many of the older ones have by when it was said, each once (%i a page)',
    async (take) => {
      expect(await walk({ search: 'carnival' }, take)).toEqual(['new1200', 'new900', 'new600', 'new300', ...down(OLD)]);
    },
  );
  it('looks further where a filter leaves too few', async () => {
    expect(await walk({ search: 'carnival', state: 'waiting' }, 5)).toEqual(down(OLD, 100));
  });
  it('lists what few have by their last activity', async () => {
    expect(await walk({ search: 'kettle' }, 4)).toEqual(['old7', ...down(9).filter((id) => id !== 'old7')]);
  });
  it('goes on by what was said after pages of the newest', async () => {
    const newest = Array.from({ length: 450 }, (_, n) => `new${String(NEW - n)}`);
    const those = sql`conversation_id = any(${sql.param(newest)}::text[])`;
    await database.db.execute(sql`update messages set text = 'carnival' where ${those}`);
    await database.db.execute(sql`delete from message_words where ${those}`);
    await indexBetween(database.db, 0, await readNewestPlace(database.db));
    await database.db.execute(sql`update conversations set last_activity_at = 20000 where id = 'old5'`);
    const found = await walk({ search: 'carnival' }, 225);
    expect(found).toEqual(['old5', ...newest, 'new600', 'new300', ...down(OLD).filter((id) => id !== 'old5')]);
  });
});
