import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import { eq, sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createVault } from '../accounts/vault';
import { readServerConfig } from '../config/serverConfig';
import { insertBot } from '../db/queries/hub/widgetQueries';
import { auditLog } from '../db/auditSchema';
import { mcpServers, users, userSessions } from '../db/schema';
import { secretPlace, SIGN_IN } from '../domain/hub/skillsetSecrets';
import { rotateKeys } from '../domain/accounts/rotateKeys';
import { createSkillsetSecrets } from '../domain/hub/skillsetSecrets';
import { SECRET_SETTING } from '../setup/openVault';
import { startBuilderTest, type BuilderTest } from '../testing/builder';
import { PLAYS_ALL } from '../testing/playsAll';
import { oneTimeCode } from '../testing/oneTimeCode';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { backUp, resetSecondFactor, restore, rotate, type Environment } from './dataCommands';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const OLD = 'b2xkLWtleS1vZi10aGUtdGVzdC0zMi1ieXRlcyEhISE=';
const NEW = 'bmV3LWtleS1vZi10aGUtdGVzdC0zMi1ieXRlcyEhISE=';
const MCP_URL = 'https://mcp.example.com/sse?key=the-key-in-an-address';
const SECRETS = ['the-crm-secret', 'the-mcp-header', 'the-key-in-an-address'];

/** The embedded database takes ten times as long to open as PostgreSQL: it is played with everything else. */
const IS_EMBEDDED = PLAYS_ALL || TEST_DATABASE_URL === undefined;
const SERVERS = ['first', 'second', 'third', 'turned', 'meanwhile', 'late', 'lost'] as const;
type Name = (typeof SERVERS)[number] | 'files';

let root: string;
const databases = new Map<Name, TestDatabase>();
const lines: string[] = [];
const print = (line: string): void => void lines.push(line);
const settingsOf = (name: Name, key?: string): Environment => ({
  SOTTO_DATA_DIR: join(root, name),
  SOTTO_LOG: 'silent',
  PORT: '0',
  SOTTO_KEY: key,
  DATABASE_URL: databases.get(name)?.url,
});
/** A one-time code counts once: each server runs a minute after the last. */
let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };

const filled = new Set<Name>();
/** Restores the sealed backup, once for each server: rotations and refusals leave what the next test needs. */
async function refill(name: Name): Promise<void> {
  if (filled.has(name)) return;
  filled.add(name);
  await restore(settingsOf(name, OLD), join(root, 'sealed'), print);
}

/** A server on what the environment names, for the time of `work`. */
async function serving<Result>(
  environment: Environment,
  work: (test: BuilderTest) => Promise<Result>,
): Promise<Result> {
  aheadMs += 60_000;
  const test = await startBuilderTest({ clock, config: readServerConfig(environment) });
  try {
    return await work(test);
  } finally {
    await test.server.close(0);
  }
}

/** What an owner has given the server to keep. */
async function fill(test: BuilderTest) {
  // More than one frame of a sealed file, however well it is compressed.
  const dates = { createdAt: 1, updatedAt: 1 };
  await insertBot(test.database, { id: 'large', name: 'L', backstory: randomBytes(90_000).toString('hex'), ...dates });
  const ana = await test.person('ana');
  const skillset = await ana.make('/v1/skillset/create', { name: 'S' });
  await ana.make(`/v1/skillset/${skillset}/secret/upsert`, { name: 'CRM', value: SECRETS[0] });
  const headers = { 'X-Key': SECRETS[1] };
  await ana.make(`/v1/skillset/${skillset}/mcp/create`, { name: 'Bank', url: MCP_URL, headers });
  const bot = await ana.make('/v1/bot/create', { name: 'B' });
  const widget = await ana.make('/v1/integration/widget/create', { botId: bot });
  const { body } = await ana.ask(`/v1/integration/widget/${widget}/identity/create`, {});
  const { body: factor } = await ana.ask('/v1/auth/second-factor/begin', {});
  const secret = String(factor['secret']);
  const code = oneTimeCode(secret, clock.now());
  expect((await ana.ask('/v1/auth/second-factor/confirm', { code })).status).toBe(200);
  return { ana: ana.headers, skillset, widget, identity: String(body['secret']), secret };
}
let kept: Awaited<ReturnType<typeof fill>>;

/** What of it is there and works: cookie and address, secret, proof, authenticator app. */
async function use(test: BuilderTest, keys: readonly string[]) {
  const { ana, skillset, widget, identity, secret } = kept;
  const shown = await test.call(`/v1/skillset/${skillset}/fetch`, { headers: ana });
  const { mcpServers: servers } = (await shown.json()) as { mcpServers?: { url: string }[] };
  const proof = await new SignJWT({ sub: 'visitor-1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(Math.floor(clock.now() / 1000))
    .setExpirationTime(Math.floor(clock.now() / 1000) + 60)
    .sign(new TextEncoder().encode(identity));
  const session = await test.call(`/v1/integration/widget/${widget}/session/create`, {
    body: { contact: { identity: proof } },
  });
  const body = { code: oneTimeCode(secret, clock.now()) };
  const code = await test.call('/v1/auth/second-factor/recovery', { headers: ana, body });
  const secrets = createSkillsetSecrets({ db: test.database, clock, vault: createVault(undefined, keys) });
  return {
    address: servers?.[0]?.url,
    secret: (await secrets.all(skillset)).get('CRM'),
    session: session.status,
    code: code.status,
  };
}
const ALL_OF_IT = { address: MCP_URL, secret: SECRETS[0], session: 200, code: 200 };

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sotto-sealed-'));
  if (TEST_DATABASE_URL !== undefined)
    for (const name of IS_EMBEDDED ? (['files'] as const) : SERVERS)
      databases.set(name, await openTestDatabase(TEST_DATABASE_URL));
  kept = await serving(settingsOf('first', OLD), fill);
  await backUp(settingsOf('first', OLD), join(root, 'sealed'), print);
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  for (const database of databases.values()) await database.close();
});

describe('A711 a backup under SOTTO_KEY', () => {
  it('holds nothing that can be read, and says that it is sealed', async () => {
    expect(lines.at(-1)).toMatch(/^It is sealed/);
    const bytes = await readFile(join(root, 'sealed'));
    expect(() => gunzipSync(bytes)).toThrow();
    for (const text of ['ana@example.com', ...SECRETS, kept.identity]) expect(bytes.includes(text)).toBe(false);
  });

  it('is opened by its key alone, and everything that was sealed works again', async () => {
    await expect(restore(settingsOf('second'), join(root, 'sealed'), print)).rejects.toThrow(
      'it is sealed. Set SOTTO_KEY',
    );
    await expect(restore(settingsOf('second', NEW), join(root, 'sealed'), print)).rejects.toThrow('another key');
    await restore(settingsOf('second', OLD), join(root, 'sealed'), print);
    expect(await serving(settingsOf('second', OLD), (test) => use(test, [OLD]))).toEqual(ALL_OF_IT);
  });

  if (IS_EMBEDDED)
    it.skipIf(TEST_DATABASE_URL === undefined)('fills PostgreSQL as well', async () => {
      await restore(settingsOf('files', OLD), join(root, 'sealed'), print);
      expect(await serving(settingsOf('files', OLD), (test) => use(test, [OLD]))).toEqual(ALL_OF_IT);
    });

  it('that was changed or cut is refused before anything is written', async () => {
    const bytes = await readFile(join(root, 'sealed'));
    const changed = Buffer.from(bytes);
    changed[bytes.length - 40] = (changed[bytes.length - 40] ?? 0) ^ 1;
    // At a border of frames, where each frame that is left is whole.
    const cut = bytes.subarray(0, 24 + 32 + 65_552);
    expect(cut.length).toBeLessThan(bytes.length);
    for (const [name, content] of [
      ['changed', changed],
      ['cut', cut],
      ['short', bytes.subarray(0, 30)],
    ] as const) {
      await writeFile(join(root, name), content);
      await expect(restore(settingsOf('third', OLD), join(root, name), print)).rejects.toThrow(/it is cut/);
    }
  });
});

describe('A711 the database under SOTTO_KEY', () => {
  it('opens nothing by itself: an unsealed copy of it has neither secrets nor a key to sign with', async () => {
    const { writeBackup } = await import('../backup/backup');
    const { openDatabase } = await import('../setup/openDatabase');
    const { chooseFileStore } = await import('../setup/chooseFileStore');
    const config = readServerConfig(settingsOf('first', OLD));
    const handle = await openDatabase(config, systemClock, undefined, () => undefined);
    const path = join(root, 'plain');
    await writeBackup({ db: handle.database.db, store: await chooseFileStore(config) }, path, { version: '1', now: 1 });
    await handle.close();
    const text = gunzipSync(await readFile(path)).toString('utf8');
    expect(text).toContain('ana@example.com');
    for (const hidden of [...SECRETS, kept.identity, kept.secret]) expect(text).not.toContain(hidden);
    expect(text).toMatch(/"token-secret","value":"v2\./);
  });

  it('what is stored of a sign-in is no cookie', async () => {
    await serving(settingsOf('first', OLD), async (test) => {
      const [stored] = await test.database.select().from(userSessions).limit(1);
      const signedIn = (Cookie: string) => test.call('/v1/auth/session', { headers: { ...kept.ana, Cookie } });
      expect(await (await signedIn(kept.ana['Cookie'] ?? '')).json()).toHaveProperty('user.email', 'ana@example.com');
      for (const Cookie of [`sotto_user=${stored?.token ?? ''}`, `sotto_user=${stored?.token ?? ''}.AAAA`])
        expect(await (await signedIn(Cookie)).json()).toHaveProperty('user', null);
    });
  });

  it('is refused with another key or none, in words that say what to do', async () => {
    await expect(serving(settingsOf('first', NEW), async () => 1)).rejects.toThrow('sealed with another key');
    await expect(serving(settingsOf('first'), async () => 1)).rejects.toThrow('SOTTO_KEY is missing');
  });

  it('opens with an old key behind the new one; after the rotation with the new one alone', async () => {
    await refill('turned');
    expect(await serving(settingsOf('turned', `${NEW},${OLD}`), (test) => use(test, [OLD]))).toEqual(ALL_OF_IT);
    await expect(rotate(settingsOf('turned'), print)).rejects.toThrow('SOTTO_KEY is missing');
    await rotate(settingsOf('turned', `${NEW},${OLD}`), print);
    expect(lines.slice(-2)).toEqual([
      'Sealed 6 values with the first key.',
      'The other keys are needed for older backups only.',
    ]);
    expect(await serving(settingsOf('turned', NEW), (test) => use(test, [NEW]))).toEqual(ALL_OF_IT);
    await expect(serving(settingsOf('turned', OLD), async () => 1)).rejects.toThrow('sealed with another key');
  });

  it('keeps the headers that an owner gives an MCP server while the keys are rotated', async () => {
    await refill('meanwhile');
    await serving(settingsOf('meanwhile', `${NEW},${OLD}`), async ({ database: db }) => {
      const vault = createVault(undefined, [NEW, OLD]);
      let change: Promise<unknown> | undefined;
      await rotateKeys(
        db,
        {
          ...vault,
          openOrPlain(stored, place) {
            if (place.endsWith(' X-Key'))
              change ??= db
                .update(mcpServers)
                .set({ headers: { 'X-New': 'new' } })
                .execute();
            return vault.openOrPlain(stored, place);
          },
        },
        { secretSetting: SECRET_SETTING, clock },
      );
      await change;
      expect(change).toBeDefined();
      expect((await db.select().from(mcpServers))[0]?.headers).toEqual({ 'X-New': 'new' });
    });
  });

  it('BE-24: seals the sign-in at an MCP server anew', async () => {
    await refill('turned');
    await serving(settingsOf('turned', `${NEW},${OLD}`), async ({ database: db }) => {
      const [server] = await db.select().from(mcpServers);
      const place = secretPlace(server?.id ?? '', SIGN_IN);
      await db.update(mcpServers).set({ signIn: createVault(undefined, [OLD]).seal('{"tokens":1}', place) });
      await rotateKeys(db, createVault(undefined, [NEW, OLD]), { secretSetting: SECRET_SETTING, clock });
      const [{ signIn } = { signIn: null }] = await db.select().from(mcpServers);
      expect(createVault(undefined, [NEW]).open(signIn ?? '', place)).toBe('{"tokens":1}');
    });
  });

  it('takes over what was kept without a key', async () => {
    aheadMs += 60_000;
    const before = kept;
    kept = await serving(settingsOf('late'), fill);
    await backUp(settingsOf('late'), join(root, 'open'), print);
    expect(lines.at(-1)).toMatch(/^It is not sealed/);
    await rotate(settingsOf('late', NEW), print);
    expect(await serving(settingsOf('late', NEW), (test) => use(test, [NEW]))).toEqual(ALL_OF_IT);
    kept = before;
  });
});

describe('A710 somebody who has lost their second factor', () => {
  const stateOf = async (test: BuilderTest) => ({
    has: (await test.database.select().from(users).where(eq(users.email, 'ana@example.com')))[0]?.hasSecondFactor,
    signedIn: (await test.database.select().from(userSessions)).length,
    recorded: (await test.database.select().from(auditLog)).filter(({ action }) => action === 'second-factor.reset'),
  });

  it('keeps it when the record cannot be written', async () => {
    await refill('lost');
    const mute = (test: BuilderTest) => test.database.execute(sql`alter table audit_log rename to audit_log_away`);
    await serving(settingsOf('lost', OLD), mute);
    await expect(resetSecondFactor(settingsOf('lost', OLD), 'ana@example.com', print)).rejects.toThrow();
    await serving(settingsOf('lost', OLD), async (test) => {
      await test.database.execute(sql`alter table audit_log_away rename to audit_log`);
      expect(await stateOf(test)).toMatchObject({ has: true, recorded: [] });
    });
  });

  it('gets it taken off by the operator, with a record and signed out everywhere', async () => {
    await refill('lost');
    await expect(resetSecondFactor(settingsOf('lost', OLD), 'bob@example.com', print)).rejects.toThrow('No account');
    await resetSecondFactor(settingsOf('lost', OLD), 'Ana@example.com', print);
    const state = await serving(settingsOf('lost', OLD), stateOf);
    expect(state).toMatchObject({ has: false, signedIn: 0, recorded: [{ actor: 'server' }] });
  });
});
