import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { systemClock } from '@sotto/widget-core/api';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiSecret, readApiSecret } from '../accounts/secrets';
import { openTestDatabase, TEST_DATABASE_URL } from '../testing/processes/postgresTest';
import type { Database, OpenDatabase } from './database';
import { migrationsFolder } from './packageFiles';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';
import { insertTeam, listTeams } from './queries/accounts/memberQueries';
import { listSecrets } from './queries/accounts/secretQueries';
import { readUser } from './queries/accounts/userQueries';
import { listResources } from './queries/hub/resourceQueries';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-upgrade-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The migrations of the version before teams. */
function earlierMigrations(): string {
  const target = path.join(folder, 'migrations');
  cpSync(migrationsFolder(), target, { recursive: true });
  const journal = path.join(target, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const known = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag.endsWith('_workspaces')),
  );
  writeFileSync(journal, JSON.stringify({ ...rest, entries: known }));
  return target;
}

/** An account of that version, with a bot, a label and a key. */
const KEPT = [
  sql`insert into users (id, name, email) values ('user_1', 'Ada', 'ada@example.com')`,
  sql`insert into bots (id, owner_id, slug, name, created_at, updated_at)
    values ('bot_1', 'user_1', 'kept', 'Kept', 1, 1)`,
  sql`insert into labels (id, owner_id, name, created_at) values ('label_1', 'user_1', 'urgent', 1)`,
];

/** Each opens a database that the version before has filled. */
const DATABASES: readonly (readonly [
  name: string,
  open: () => Promise<OpenDatabase & { end?: () => Promise<void> }>,
])[] = [
  [
    'embedded',
    async () => {
      const dataDir = path.join(folder, 'data');
      mkdirSync(dataDir);
      const client = await PGlite.create(path.join(dataDir, 'db'));
      const db = drizzle(client);
      await migrate(db, { migrationsFolder: earlierMigrations() });
      for (const statement of KEPT) await db.execute(statement);
      await client.close();
      writeFileSync(path.join(dataDir, 'db.ready'), '');
      return openPglite({ dataDir });
    },
  ],
  ...(TEST_DATABASE_URL === undefined
    ? []
    : [
        [
          'PostgreSQL',
          async () => {
            const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
            const client = new pg.Client({ connectionString: test.url });
            await client.connect();
            const db = drizzlePostgres(client);
            await migratePostgres(db, { migrationsFolder: earlierMigrations() });
            for (const statement of KEPT) await db.execute(statement);
            await client.end();
            return { ...(await openPostgres(test.url)), end: () => test.close() };
          },
        ] as const,
      ]),
];

describe.each(DATABASES)('data of the version before teams (%s)', (_, open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let db: Database;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(async () => {
    await database.close();
    await database.end?.();
  });

  it('an account stays a person, whose things are in a workspace of its own', async () => {
    expect(await readUser(db, 'user_1')).toMatchObject({ name: 'Ada', isTeam: false });
    expect(await listResources(db, 'bot', 'user_1', undefined, 5)).toMatchObject([{ id: 'bot_1', name: 'Kept' }]);
    expect(await listTeams(db, 'user_1')).toEqual([]);
  });

  it('a key of that time acts in its maker’s workspace, and becomes a team’s with everything else', async () => {
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
