import { mkdir, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeBackup } from '../../backup/backup';
import { seedDatabase } from '../../db/seedDatabase';
import { openPostgres } from '../../db/postgres';
import { writeNextMigrations } from '../../testing/nextMigrations';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../../testing/processes/postgresTest';
import { TEST_REDIS_URL } from '../../testing/processes/redisTest';
import { openTestPglite } from '../../testing/testDatabase';
import { createMemoryStore } from '../../uploads/memoryStore';
import type { Environment } from '../dataCommands';
import { runCommand } from '../runCommand';
import { checkClock } from './checkClock';
import { checkMigrations } from './checkDatabase';
import { runDoctor, type DoctorOptions } from './doctor';
import type { Finding } from './finding';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const KEY = 'a-key-that-is-long-enough-to-be-one';
/** Where nothing listens. */
const NOWHERE = '127.0.0.1:1';

let root: string;
let web: Server;
let post: SMTPServer;
let origin: string;
let mailUrl: string;
/** What the model's endpoint answers with. */
let models: { status: number; body: unknown };
const asked: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sotto-doctor-'));
  await mkdir(join(root, 'data'));
  web = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const isHealth = request.url === '/healthz';
    response.writeHead(isHealth ? 200 : models.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isHealth ? { status: 'ok' } : models.body));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((web.address() as AddressInfo).port)}`;
  post = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'chat' }) : done(new Error('Wrong')),
    onMailFrom: (_address, _session, done) => done(new Error('The doctor sends no mail')),
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  mailUrl = `127.0.0.1:${String((post.server.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  web.close();
  await new Promise<void>((resolve) => post.close(resolve));
  await rm(root, { recursive: true, force: true });
});

/** Settings whose every service is there. */
const settings = (more: Environment = {}): Environment => ({
  SOTTO_DATA_DIR: join(root, 'data'),
  SOTTO_KEY: KEY,
  PUBLIC_URL: origin,
  OPENAI_BASE_URL: `${origin}/v1`,
  OPENAI_API_KEY: 'k',
  OPENAI_MODEL: 'm',
  SMTP_URL: `smtp://chat:right@${mailUrl}`,
  MAIL_FROM: 'Chat <chat@example.com>',
  ...more,
});

async function examine(environment: Environment, options: DoctorOptions = {}) {
  const lines: string[] = [];
  const isOk = await runDoctor(environment, { ...options, isJson: true }, (line) => lines.push(line));
  const { checks, ...rest } = JSON.parse(lines.join('\n')) as { isOk: boolean; checks: Finding[] };
  expect(rest).toEqual({ isOk });
  for (const { status, fix } of checks) expect(fix === undefined).toBe(status === 'ok');
  const of = (check: string) => {
    const found = checks.filter((each) => each.check === check);
    return found.map(({ status, message }) => `${status} ${message}`).join('\n');
  };
  return { isOk, checks, of };
}

describe('sotto-server doctor', () => {
  it('finds each service in order, reads the newest backup, and sends nothing that costs', async () => {
    models = { status: 200, body: { data: [{ id: 'other' }, { id: 'm' }] } };
    const { db, close } = await openTestPglite();
    const path = join(root, 'new.sotto');
    await writeBackup({ db, store: createMemoryStore() }, path, { version: '1', now: Date.now(), keys: [KEY] });
    await close();
    await mkdir(join(root, 'backups'));
    await writeFile(join(root, 'backups', 'new.sotto'), await readFile(join(root, 'new.sotto')));
    await writeFile(join(root, 'backups', 'log.txt'), 'newer, and no backup');
    asked.length = 0;
    const { isOk, of } = await examine(settings(), { backups: join(root, 'backups') });
    expect(isOk).toBe(true);
    expect(of('settings')).toBe('ok All variables can be used');
    expect(of('address')).toBe(`warning ${origin} is not encrypted`);
    expect(of('database')).toMatch(/^ok The embedded database is in/);
    expect(of('model')).toMatch(/^ok m is available/);
    expect(of('mail')).toBe(`ok ${mailUrl} accepts this server`);
    expect(of('storage')).toMatch(/^ok/);
    expect(of('vectors')).toBe('');
    expect(of('disk')).toMatch(/MiB are free/);
    expect(of('clock')).toMatch(/^ok This machine is \d\.\d s/);
    expect(of('backups')).toMatch(/^ok The newest, .*new\.sotto, is 0 hours old and whole: \d+ rows/);
    expect(asked.sort()).toEqual(['GET /healthz', 'GET /v1/models']);
  });

  it('fails for each service that is away or refuses, with what to do', async () => {
    models = { status: 401, body: {} };
    const file = join(root, 'a-file');
    await writeFile(file, '');
    const { isOk, of } = await examine(
      settings({
        PUBLIC_URL: `http://${NOWHERE}`,
        DATABASE_URL: `postgres://${NOWHERE}/sotto`,
        REDIS_URL: `redis://${NOWHERE}`,
        SMTP_URL: `smtp://chat:wrong@${mailUrl}`,
        SOTTO_DATA_DIR: file,
      }),
      { backups: join(root, 'none') },
    );
    expect(isOk).toBe(false);
    for (const check of ['address', 'database', 'redis', 'model', 'mail', 'storage', 'backups'])
      expect(of(check)).toMatch(/^failed/);
    expect(of('mail')).not.toContain('wrong');
  });

  it('tells apart a model that is not listed and an endpoint that lists none', async () => {
    models = { status: 200, body: { data: [{ id: 'other' }] } };
    expect((await examine(settings())).of('model')).toMatch(/^warning .* does not list m$/);
    models = { status: 404, body: {} };
    expect((await examine(settings())).of('model')).toMatch(/^warning .* lists no models \(404\)/);
  });

  it('fails for a newest backup that is cut, that no key opens, or that is old', async () => {
    models = { status: 404, body: {} };
    const folder = join(root, 'bad');
    await mkdir(folder);
    const bytes = await readFile(join(root, 'new.sotto'));
    await writeFile(join(folder, 'cut.sotto'), bytes);
    await truncate(join(folder, 'cut.sotto'), bytes.length - 20);
    const found = async (more: Environment = {}) => (await examine(settings(more), { backups: folder })).of('backups');
    expect(await found()).toMatch(/^failed .*cut/);
    await writeFile(join(folder, 'cut.sotto'), bytes);
    expect(await found({ SOTTO_KEY: `another ${KEY}`.replaceAll(' ', '-') })).toMatch(/^failed .*another key/);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 3_600_000 });
    expect(await found()).toMatch(/^warning .* 30 hours old/);
    const everyTwoDays = { SOTTO_BACKUP_DIR: folder, SOTTO_BACKUP_HOURS: '48' };
    expect(await found(everyTwoDays)).toMatch(/^ok .* 30 hours old/);
    const hourly = { SOTTO_BACKUP_DIR: folder, SOTTO_BACKUP_HOURS: '6' };
    expect(await found(hourly)).toMatch(/^warning .* 30 hours old/);
    vi.setSystemTime(Date.now() + 10 * 86_400_000);
    expect(await found(everyTwoDays)).toMatch(/^warning .* 11 days old/);
    expect(await found()).toMatch(/^failed .* 11 days old/);
    vi.useRealTimers();
    await utimes(join(folder, 'cut.sotto'), 1, 1);
    await rm(join(folder, 'cut.sotto'));
    expect(await found()).toMatch(/^failed There is no backup/);
  });

  it('names the variables that cannot be used, and looks no further', async () => {
    const { isOk, checks } = await examine({ PORT: 'http' });
    expect(isOk).toBe(false);
    expect(checks).toMatchObject([{ check: 'settings', message: expect.stringContaining('PORT: expected a number') }]);
  });

  it('A713 checks each demand of a profile, whichever the environment names', async () => {
    const { isOk, of } = await examine(settings(), { profile: 'regulated' });
    expect(isOk).toBe(false);
    expect(of('https')).toBe('failed Not met: The public address uses https');
    expect(of('sealing-key')).toMatch(/^ok/);
    expect(of('database')).toMatch(/failed Not met: .*\nok The embedded/);
  });

  it('is a command with lines for people, whose exit code is 1 when a check failed', async () => {
    const written: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    try {
      await runCommand(['doctor', '--profile', 'regulated'], settings());
      expect(process.exitCode).toBe(1);
      expect(written.join('')).toContain('failed   retention: Not met: ');
      expect(written.join('')).toContain('\n         Set SOTTO_KEEP_DAYS.\n');
    } finally {
      write.mockRestore();
      process.exitCode = undefined;
    }
  });

  it.each([
    [0, 'ok'],
    [3_000, 'warning'],
    [-31_000, 'failed'],
  ])('a clock %d ms away is %s', (offsetMs, status) => {
    expect(
      checkClock([
        { name: 'Redis', offsetMs: 5 },
        { name: 'the database', offsetMs },
      ]).status,
    ).toBe(status);
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined || TEST_REDIS_URL === undefined)('with PostgreSQL and Redis', () => {
  let database: TestDatabase;
  let refused: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    refused = await openTestDatabase(TEST_DATABASE_URL ?? '');
  });
  afterAll(async () => {
    await database.close();
    await refused.close();
  });
  const shared = () => settings({ DATABASE_URL: database.url, REDIS_URL: TEST_REDIS_URL });

  it('reads versions, clocks and migrations, and makes no tables itself', async () => {
    models = { status: 404, body: {} };
    const empty = await examine(shared());
    expect(empty.of('migrations')).toBe('warning The database has no tables yet');
    expect(empty.of('database')).toMatch(/^ok PostgreSQL \d+/);
    expect(empty.of('redis')).toBe('ok Redis answers');
    expect(empty.of('clock')).toMatch(/^ok/);
    const { db, vectors, close } = await openPostgres(database.url);
    expect(empty.of('vectors')).toBe('');
    const withVectors = await examine({ ...shared(), OPENAI_EMBEDDING_MODEL: 'e' });
    expect(withVectors.of('vectors')).toMatch(
      vectors.isInDatabase
        ? /^ok The database compares the vectors, through an index of pgvector \d/
        : /^warning Each process compares the vectors itself, .*: PostgreSQL has no pgvector$/,
    );
    const embedded = await examine(settings({ OPENAI_EMBEDDING_MODEL: 'e' }));
    expect(embedded.of('vectors')).toMatch(/^ok The database compares/);
    expect((await examine(shared())).of('migrations')).toMatch(/^ok All \d+ are applied/);
    await vi.waitFor(async () => {
      expect((await examine(shared())).of('indexes')).toBe('ok All are there');
    }, 20_000);
    await db.execute('drop index conversations_mine');
    expect((await examine(shared())).of('indexes')).toMatch(/^warning Not there yet, .*: conversations_mine$/);
    expect((await examine(shared())).of('mails')).toBe('ok None failed in the last seven days');
    await db.execute(`insert into mails (id, purpose, recipient, content, due_at, expires_at, failed_at, gave_up_at, created_at)
      values ('mail_1', 'handover', 'r', 'c', 1, 1, 1, null, 1), ('mail_2', 'handover', 'r', '', 1, 1, 1, 1, 1),
        ('mail_3', 'handover', 'r', 'c', 1, 1, null, null, 1)`);
    expect((await examine(shared())).of('mails')).toBe(
      'warning 1 could not be sent in the last seven days, and 1 will be tried again',
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const next = await writeNextMigrations(root, ['select 1']);
    expect(await checkMigrations(client, next)).toMatchObject({ status: 'warning', message: '1 are not applied' });
    await client.end();
    await db.execute('insert into drizzle.__drizzle_migrations (hash, created_at) values (1, 9999999999999)');
    expect((await examine(shared())).of('migrations')).toBe('warning The tables are those of a newer release');
    await db.execute(`comment on table drizzle.__drizzle_migrations is '9999999999999'`);
    expect((await examine(shared())).of('migrations')).toMatch(
      /^failed .*newer release, which this version cannot use/,
    );
    await db.execute(`comment on table drizzle.__drizzle_migrations is null`);
    await db.execute('delete from drizzle.__drizzle_migrations where created_at < 9999999999999');
    await db.execute('update drizzle.__drizzle_migrations set created_at = 1795640743797');
    expect((await examine(shared())).of('migrations')).toMatch(/^failed .*before the first release/);
    await close();
  });

  it('A713 names operators and widgets that the profile refuses', async () => {
    const { db, close } = await openPostgres(refused.url);
    await db.execute(`insert into users (id, email, name, is_operator, created_at, updated_at)
      values ('user_1', 'ana@example.com', 'Ana', true, now(), now())`);
    const found = () => examine(settings({ DATABASE_URL: refused.url }), { profile: 'regulated' });
    const before = await found();
    expect(before.of('operator-second-factor')).toMatch(/^warning .*: ana@example\.com$/);
    expect(before.of('origins')).toMatch(/^ok/);
    await db.execute('update users set has_second_factor = true');
    // The widgets of the site itself have no owner, and are for this site alone.
    await seedDatabase(db, 1);
    expect((await found()).of('origins')).toMatch(/^ok/);
    await db.execute(`update widgets set owner_id = 'user_1' where id in ('demo', 'default')`);
    await db.execute(`update widgets set allowed_origins = '["https://shop.example.com"]' where id = 'demo'`);
    const after = await found();
    expect(after.of('operator-second-factor')).toMatch(/^ok/);
    expect(after.of('origins')).toMatch(/^warning .*: default$/);
    await close();
  });
});
