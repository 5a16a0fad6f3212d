import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@sotto/widget-core/api';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createApiSecret, readApiSecret } from '../accounts/secrets';
import { moveData, restoreBackup } from '../backup/backup';
import { ConfigError } from '../config/configError';
import { countTables, fillTables } from '../testing/fillTables';
import { writeMigrations, writeNextMigrations } from '../testing/nextMigrations';
import { openTestDatabase, TEST_DATABASE_URL } from '../testing/processes/postgresTest';
import { PLAYS_ALL } from '../testing/playsAll';
import { openTestPglite } from '../testing/testDatabase';
import { createMemoryStore } from '../uploads/memoryStore';
import type { Database, OpenDatabase } from './database';
import { readJournal } from './journal';
import { updateTables } from './pglite';
import { openPostgres } from './postgres';
import { insertTeam, listTeams } from './queries/accounts/memberQueries';
import { listSecrets } from './queries/accounts/secretQueries';
import { listSubscriptions, readCustomer } from './queries/accounts/subscriptionQueries';
import { readUser } from './queries/accounts/userQueries';
import { listResources } from './queries/hub/resourceQueries';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-upgrade-'));
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the same place each time; without `migrations`, with those of this release. */
type Open = (migrations?: string) => Promise<OpenDatabase>;

/** Each makes a place for a database. */
const PLACES: [name: string, make: () => Promise<Open>][] = [
  [
    'embedded',
    async () => {
      // Opened once: unpacking and opening a folder takes seconds, and what an update does is the same.
      const database = await openTestPglite();
      ends.push(() => database.close());
      return async (migrations) => {
        await updateTables(database.client, migrations);
        return { ...database, close: async () => undefined };
      };
    },
  ],
];
if (TEST_DATABASE_URL !== undefined)
  PLACES.push([
    'PostgreSQL',
    async () => {
      const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
      ends.push(() => test.close());
      return (migrations) => openPostgres(test.url, { migrations });
    },
  ]);

/**
 * Where statements and rows are tried that are the same everywhere: on PostgreSQL where there is one, because an embedded
 * database whose tables change serves one test, and takes a second to open; with `SOTTO_ALL=1` on both.
 */
const ONE_PLACE = PLAYS_ALL ? PLACES : PLACES.slice(-1);

/** Opens a database for the time of `work`. */
async function using<Result>(opening: Promise<OpenDatabase>, work: (db: Database) => Promise<Result>): Promise<Result> {
  const database = await opening;
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function rowsOf(db: Database, query: SQL): Promise<unknown[]> {
  return ((await db.execute(query)) as { rows: unknown[] }).rows;
}

const ACCOUNT = sql`insert into users (id, name, email) values ('user_1', 'Ada', 'ada@example.com')`;
const BOT = sql`insert into bots (id, owner_id, slug, name, created_at, updated_at)
  values ('bot_1', 'user_1', 'kept', 'Kept', 1, 1)`;
/** When the newest migration before the baseline was made. */
const OLD_WHEN = 1_795_640_743_797;
/** When the migration of the next release was made (`writeNextMigrations`). */
const NEXT_WHEN = Math.max(...(await readJournal()).map(({ when }) => when)) + 1;
const MOTTO = `alter table bots add column motto text default '' not null`;

describe.each(PLACES)('an update (%s)', (_, make) => {
  it('keeps what is stored, changes it once, and its tables serve the release before as well', async () => {
    const open = await make();
    await using(open(), async (db) => {
      await db.execute(ACCOUNT);
      await db.execute(BOT);
    });
    const next = await writeNextMigrations(folder, [MOTTO, `update bots set motto = motto || name`]);
    for (const attempt of ['first', 'second'])
      await using(open(next), async (db) =>
        expect(await rowsOf(db, sql`select id, motto from bots`), attempt).toEqual([{ id: 'bot_1', motto: 'Kept' }]),
      );
    await using(open(), async (db) =>
      expect(await listResources(db, 'bot', 'user_1', undefined, 5)).toMatchObject([{ id: 'bot_1', name: 'Kept' }]),
    );
  });

  it('that fails half way changes nothing', async () => {
    const open = await make();
    await using(open(), (db) => db.execute(ACCOUNT));
    const broken = await writeNextMigrations(folder, [MOTTO, 'update users set name = null']);
    await expect(open(broken)).rejects.toThrow();
    const next = await writeNextMigrations(folder, [MOTTO]);
    await using(open(next), async (db) => expect(await readUser(db, 'user_1')).toMatchObject({ name: 'Ada' }));
  });

  it('SV-33 a release is refused on tables that later ones need for themselves, and leaves them as they are', async () => {
    const open = await make();
    await using(open(), (db) => db.execute(ACCOUNT));
    const next = await writeNextMigrations(folder, [MOTTO]);
    const note = (when: number) => sql.raw(`comment on table drizzle.__drizzle_migrations is '${String(when)}'`);
    await using(open(next), (db) => db.execute(note(NEXT_WHEN)));
    await expect(open()).rejects.toThrow(ConfigError);
    await expect(open()).rejects.toThrow(/those of a newer release.*Start that release or a later one/);
    await using(open(next), async (db) => {
      expect(await readUser(db, 'user_1')).toMatchObject({ name: 'Ada' });
      await db.execute(note(1));
    });
    const [{ needed }] = (await using(open(next), (db) =>
      rowsOf(db, sql`select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as needed`),
    )) as [{ needed: string }];
    expect((await readJournal()).map(({ when }) => String(when))).toContain(needed);
  });

  it('of tables from before the first release is refused, and leaves them as they are', async () => {
    const open = await make();
    await using(open(), async (db) => {
      await db.execute(ACCOUNT);
      await db.execute(sql`update drizzle.__drizzle_migrations set created_at = ${OLD_WHEN}`);
      // Such a version noted nothing.
      await db.execute(sql`comment on table drizzle.__drizzle_migrations is null`);
    });
    await expect(open()).rejects.toThrow(/sotto-server backup <file>.*sotto-server restore <file>/);
    await expect(open(await writeNextMigrations(folder, [MOTTO]))).rejects.toThrow(ConfigError);

    const before = await writeMigrations(
      folder,
      (await readJournal()).map((entry) => ({ ...entry, when: OLD_WHEN })),
    );
    await using(open(before), async (db) => {
      expect(await readUser(db, 'user_1')).toMatchObject({ name: 'Ada' });
      expect(await rowsOf(db, sql`select 1 from information_schema.columns where column_name = 'motto'`)).toEqual([]);
    });
  });
});

/** What updates throw away on purpose: answers and previews are kept for a day, and made anew. */
const NOT_KEPT = ['billing_events', 'idempotency_keys', 'preview_images', 'previews'];
/**
 * Every earlier state of the tables, by the newest migration that it has. `npm test` plays the oldest, which all
 * migrations change, and the newest, whose rows only the migration in the works can lose.
 */
const STATES = (await readJournal())
  .slice(0, -1)
  .map(({ tag }) => tag)
  .filter((_, index, { length }) => PLAYS_ALL || index === 0 || index === length - 1);

describe.each(ONE_PLACE)('SV-36 an update of full tables (%s)', (_, make) => {
  it.each(STATES)(
    'SV-36 of %s keeps a row of every table, which a backup brings to an empty database',
    async (newest) => {
      const open = await make();
      const earlier = (await readJournal()).filter(({ tag }) => tag <= newest);
      await using(open(), async (db) => {
        for (const schema of ['public', 'drizzle']) await db.execute(sql.raw(`drop schema ${schema} cascade`));
        await db.execute(sql`create schema public`);
      });
      const before = await using(open(await writeMigrations(folder, earlier)), async (db) => {
        await fillTables(db);
        return countTables(db);
      });
      expect(new Set(Object.values(before))).toEqual(new Set([1]));
      const lostIn = async (db: Database): Promise<string[]> => {
        const after = await countTables(db);
        return Object.keys(before).filter((table) => after[table] !== 1 && !NOT_KEPT.includes(table));
      };
      await using(open(), async (db) => {
        expect(await lostIn(db)).toEqual([]);
        await using((await make())(), async (empty) => {
          const [from, to] = [db, empty].map((each) => ({ db: each, store: createMemoryStore() }));
          if (from && to) await moveData(from, to);
          expect(await lostIn(empty)).toEqual([]);
        });
      });
    },
  );
});

/** What the version before subscriptions had ids of their own stored: one bought, one set by an operator. */
const BOUGHT = sql`insert into subscriptions (user_id, plan, status, trial_started_at, customer_id, subscription_id, updated_at)
  values ('user_1', 'pro', 'active', 5, 'cus_1', 'sub_1', 9), ('user_2', 'team', 'active', null, null, null, 9)`;

describe.each(ONE_PLACE)('SV-12 an update to subscriptions by their id (%s)', (_, make) => {
  it('SV-12 keeps plans, trials and customers', async () => {
    const open = await make();
    const before = (await readJournal()).filter(({ tag }) => tag < '0004');
    await using(open(), async (db) => {
      for (const schema of ['public', 'drizzle']) await db.execute(sql.raw(`drop schema ${schema} cascade`));
      await db.execute(sql`create schema public`);
    });
    await using(open(await writeMigrations(folder, before)), async (db) => {
      await db.execute(ACCOUNT);
      await db.execute(sql`insert into users (id, name, email) values ('user_2', 'Bob', 'bob@example.com')`);
      await db.execute(BOUGHT);
      await db.execute(sql`insert into billing_events values ('evt_1', 9)`);
    });
    await using(open(), async (db) => {
      expect(await listSubscriptions(db, 'user_1')).toEqual([
        { subscriptionId: 'sub_1', userId: 'user_1', plan: 'pro', status: 'active', trialStartedAt: 5, updatedAt: 9 },
      ]);
      expect(await readCustomer(db, 'user_1')).toBe('cus_1');
      expect(await listSubscriptions(db, 'user_2')).toMatchObject([{ plan: 'team', status: 'active' }]);
      expect(await readCustomer(db, 'user_2')).toBeUndefined();
    });
  });

  it('SV-12 a backup from before is restored, without the events that were taken in', async () => {
    const file = path.join(folder, 'before-ids.gz');
    const bought = {
      userId: 'user_1',
      plan: 'pro',
      status: 'active',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      updatedAt: 9,
    };
    const lines = [
      { kind: 'head', format: 1, version: '0.0.0', createdAt: 1 },
      { kind: 'row', table: 'users', row: { id: 'user_1', name: 'Ada', email: 'ada@example.com' } },
      { kind: 'row', table: 'subscriptions', row: bought },
      { kind: 'row', table: 'billing_events', row: { id: 'evt_1', createdAt: 9 } },
      { kind: 'end', rows: 3, files: 0 },
    ];
    writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    await using((await make())(), async (db) => {
      expect(await restoreBackup({ db, store: createMemoryStore() }, file)).toMatchObject({ rows: 3 });
      expect(await listSubscriptions(db, 'user_1')).toMatchObject([{ subscriptionId: 'sub_1', plan: 'pro' }]);
    });
  });
});

/** A backup of a version that had no teams: an account with a bot, a label and a key. */
const BEFORE_TEAMS = [
  { kind: 'head', format: 1, version: '0.0.0', createdAt: 1 },
  { kind: 'row', table: 'users', row: { id: 'user_1', name: 'Ada', email: 'ada@example.com' } },
  {
    kind: 'row',
    table: 'bots',
    row: { id: 'bot_1', ownerId: 'user_1', slug: 'kept', name: 'Kept', createdAt: 1, updatedAt: 1 },
  },
  { kind: 'row', table: 'labels', row: { id: 'label_1', ownerId: 'user_1', name: 'urgent', createdAt: 1 } },
  { kind: 'end', rows: 3, files: 0 },
];

describe.each(ONE_PLACE)('a backup of the version before teams (%s)', (_, make) => {
  it('becomes a person, whose things are in a workspace of its own, and a key acts there until a team takes it over', async () => {
    const file = path.join(folder, 'before-teams.gz');
    writeFileSync(file, gzipSync(BEFORE_TEAMS.map((line) => `${JSON.stringify(line)}\n`).join('')));
    const open = await make();
    await using(open(), async (db) => {
      expect(await restoreBackup({ db, store: createMemoryStore() }, file)).toMatchObject({ rows: 3 });
      expect(await readUser(db, 'user_1')).toMatchObject({ name: 'Ada', isTeam: false });
      expect(await listResources(db, 'bot', 'user_1', undefined, 5)).toMatchObject([{ id: 'bot_1', name: 'Kept' }]);
      expect(await listTeams(db, 'user_1')).toEqual([]);

      const { secret } = await createApiSecret(
        db,
        systemClock,
        { userId: 'user_1', workspaceId: 'user_1' },
        { name: 'ci', scopes: [], expiresAt: null },
      );
      await db.execute(sql`update secrets set workspace_id = null`);
      expect(await readApiSecret(db, systemClock, secret)).toMatchObject({ userId: 'user_1', workspaceId: 'user_1' });
      expect(await listSecrets(db, 'user_1')).toHaveLength(1);
      const team = { id: 'team_1', name: 'Shop', email: 'team_1@teams.invalid' };
      await insertTeam(db, team, { id: 'user_1', now: 5, takesOver: true });
      expect(await listResources(db, 'bot', 'team_1', undefined, 5)).toMatchObject([{ id: 'bot_1' }]);
      expect(await readApiSecret(db, systemClock, secret)).toMatchObject({ userId: 'user_1', workspaceId: 'team_1' });
      expect(await listSecrets(db, 'user_1')).toEqual([]);
    });
  });
});
