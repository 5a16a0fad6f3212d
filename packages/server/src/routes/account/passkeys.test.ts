import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PasskeyCreation, PasskeyRequest } from '@sotto/hub-api';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import { eq } from 'drizzle-orm';
import { auditLog, passkeyChallenges, passkeys } from '../../db/schema';
import { createTestPasskey, type PasskeyFaults, type TestPasskey } from '../../testing/testPasskey';
import { startTestServer, type TestServer } from '../../testing/startTestServer';
import { createTestMailer, signInAs } from '../../testing/testSignIn';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OWN = { Origin: 'http://localhost:3000' };
const PASSWORD = 'a long password';

const mailer = createTestMailer();
/** Time that a test moves on. */
let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ mailer, clock, config: { publicUrl: 'http://localhost:3000' } });
});
afterAll(() => test.server.close(0));

type Headers = Record<string, string>;
const post = (headers: Headers, path: string, body: object = {}) => test.call(`/v1/auth${path}`, { body, headers });
const ask = async <Answer>(headers: Headers, path: string): Promise<Answer> =>
  (await (await post(headers, path)).json()) as Answer;
const cookieOf = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .find((each) => each.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';
const isIn = async (headers: Headers) => (await test.call('/v1/auth/session/list', { headers })).status === 200;

const add = async (headers: Headers, key: TestPasskey, faults: PasskeyFaults = {}) => {
  const options = await ask<PasskeyCreation>(headers, '/passkey/begin');
  return post(headers, '/passkey/create', { name: 'Phone', response: key.create(options, faults) });
};

/** An account with a passkey. */
async function withPasskey(name: string, options?: { counts: boolean }) {
  const email = `${name}@example.com`;
  const headers = await signInAs(test, mailer, email);
  const key = createTestPasskey(options);
  expect((await add(headers, key)).status).toBe(200);
  return { email, headers, key };
}

/** A browser in which nobody is signed in, and what a passkey is to sign there. */
async function freshBrowser() {
  const begun = await post(OWN, '/signin/passkey/begin');
  const headers: Headers = { ...OWN, Cookie: cookieOf(begun, 'sotto_passkey') };
  return { headers, options: (await begun.json()) as PasskeyRequest };
}

async function signInBy(key: TestPasskey, faults: PasskeyFaults = {}) {
  const { headers, options } = await freshBrowser();
  return post(headers, '/signin/passkey', { passkey: key.get(options, faults) });
}

describe('A714 signing in with a passkey', () => {
  it('is one step, counts as both factors, and is recorded', async () => {
    const { key, headers, email } = await withPasskey('ann');
    const { options } = await freshBrowser();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const made = await signInBy(key);
    expect(await made.json()).toMatchObject({ user: { email }, needsSecondFactor: false, callbackUrl: '/overview' });
    const signedIn = { ...OWN, Cookie: cookieOf(made, 'sotto_user') };
    expect(await isIn(signedIn)).toBe(true);
    const list = (await (await test.call('/v1/auth/passkey/list', { headers })).json()) as { items: object[] };
    expect(list).toMatchObject({
      isAvailable: true,
      items: [{ name: 'Phone', isSynced: false, lastUsedAt: expect.any(Number) as number }],
    });
    expect(JSON.stringify(list)).not.toContain(key.id);
    const log = (await (await test.call('/v1/audit/list', { headers })).json()) as { items: { action: string }[] };
    expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey.add', 'account.signin']));
  });

  it.each<[string, PasskeyFaults]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no finger and no PIN', { isUnverified: true }],
    ['another account', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['a counter that has not grown', { counter: 1 }],
  ])('is refused for %s', async (_, faults) => {
    const { key } = await withPasskey(`bea-${Object.keys(faults).join('-').toLowerCase()}`);
    const refused = await signInBy(key, faults);
    expect([refused.status, cookieOf(refused, 'sotto_user')]).toEqual([401, '']);
    expect((await signInBy(key)).status).toBe(200);
  });

  it('is refused for a signature of another key, and the refusal stands in the log of the account', async () => {
    const { key, headers } = await withPasskey('cem');
    const stranger = createTestPasskey();
    const { headers: browser, options } = await freshBrowser();
    const forged = { ...stranger.get(options), id: key.id };
    const userHandle = key.get(options).response.userHandle;
    const passkey = { ...forged, response: { ...forged.response, userHandle } };
    expect((await post(browser, '/signin/passkey', { passkey })).status).toBe(401);
    const log = await (await test.call('/v1/audit/list', { headers })).text();
    expect(log).toContain('account.signin-refused');
    expect((await signInBy(stranger)).status).toBe(401);
  });

  it('a challenge is answered once, in its browser, for its purpose, and in time', async () => {
    const { key, headers } = await withPasskey('dee');
    const { headers: browser, options } = await freshBrowser();
    const passkey = key.get(options);
    const other = await freshBrowser();
    expect((await post(other.headers, '/signin/passkey', { passkey })).status).toBe(401);
    expect((await post(OWN, '/signin/passkey', { passkey })).status).toBe(401);
    expect((await post(browser, '/signin/passkey', { passkey })).status).toBe(200);
    expect((await post(browser, '/signin/passkey', { passkey: key.get(options) })).status).toBe(401);
    const factor = await ask<PasskeyRequest>(headers, '/second-factor/passkey/begin');
    expect((await post(browser, '/signin/passkey', { passkey: key.get(factor) })).status).toBe(401);
    const adding = await ask<PasskeyCreation>(headers, '/passkey/begin');
    const response = createTestPasskey().create({ ...adding, challenge: factor.challenge });
    expect((await post(headers, '/passkey/create', { name: 'Phone', response })).status).toBe(422);
    const late = await freshBrowser();
    aheadMs += 300_001;
    expect((await post(late.headers, '/signin/passkey', { passkey: key.get(late.options) })).status).toBe(401);
    aheadMs = 0;
    const own = await test.database.select().from(passkeyChallenges);
    expect(own.some(({ challenge }) => challenge === options.challenge)).toBe(false);
  });

  it('a passkey of a keychain does not count, and signs in again and again', async () => {
    const { key } = await withPasskey('eli', { counts: false });
    expect([(await signInBy(key)).status, (await signInBy(key)).status]).toEqual([200, 200]);
  });

  it('a page of another site cannot ask, and a removed passkey opens nothing', async () => {
    const { key, headers } = await withPasskey('fay');
    const evil = { ...headers, Origin: 'https://evil.example' };
    for (const path of ['/signin/passkey/begin', '/passkey/begin', '/second-factor/passkey/begin'])
      expect([path, (await post(evil, path)).status]).toEqual([path, 403]);
    const [{ id } = { id: '' }] = await test.database.select().from(passkeys).where(eq(passkeys.credentialId, key.id));
    const stranger = await signInAs(test, mailer, 'gil@example.com');
    expect((await post(stranger, `/passkey/${id}/delete`)).status).toBe(404);
    expect((await post(headers, `/passkey/${id}/delete`)).status).toBe(200);
    expect((await signInBy(key)).status).toBe(401);
  });
});

describe('A715 adding a passkey', () => {
  it('needs a fresh sign-in of a person, and one that makes and answers its own challenge', async () => {
    const hal = await signInAs(test, mailer, 'hal@example.com');
    const ida = await signInAs(test, mailer, 'ida@example.com');
    const options = await ask<PasskeyCreation>(hal, '/passkey/begin');
    const response = createTestPasskey().create(options);
    expect((await post(ida, '/passkey/create', { name: 'x', response })).status).toBe(422);
    for (const faults of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true }])
      expect((await add(hal, createTestPasskey(), faults)).status).toBe(422);
    aheadMs += 1_000_000;
    expect((await post(hal, '/passkey/begin')).status).toBe(403);
    aheadMs = 0;
    const made = await test.call('/v1/secret/create', { body: { name: 'k' }, headers: hal });
    const { secret } = (await made.json()) as { secret: string };
    for (const path of ['/passkey/begin', '/second-factor/passkey/begin'])
      expect((await test.call(`/v1/auth${path}`, { body: {}, token: secret })).status).toBe(403);
  });

  it('a passkey belongs to one account', async () => {
    const { key } = await withPasskey('jan');
    expect((await add(await signInAs(test, mailer, 'kim@example.com'), key)).status).toBe(422);
  });

  it('reads no certificate of a maker: what it names is never fetched', async () => {
    const lea = await signInAs(test, mailer, 'lea@example.com');
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(64)],
      ['x5c', [new Uint8Array(8)]],
    ]);
    // A check of this statement would fail: it was not made.
    expect((await add(lea, createTestPasskey(), { attestation: { format: 'packed', statement } })).status).toBe(200);
  });
});

describe('A710 passkeys as the second factor', () => {
  it('A719 turned on with one, a password opens nothing until one has signed; another account’s does not; each change is told by mail', async () => {
    const { email, headers, key } = await withPasskey('max');
    const foreign = await withPasskey('nia');
    await post(headers, '/password/update', { password: PASSWORD });
    const setup = key.get(await ask<PasskeyRequest>(headers, '/second-factor/passkey/begin'));
    const confirmed = await post(headers, '/second-factor/confirm', { passkey: setup });
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
    expect([confirmed.status, recoveryCodes.length]).toEqual([200, 10]);
    expect(await (await test.call('/v1/auth/second-factor/fetch', { headers })).json()).toEqual({
      isOn: true,
      hasApp: false,
      recoveryLeft: 10,
    });

    const half = async (): Promise<Headers> => {
      const response = await post(OWN, '/signin/password', { email, password: PASSWORD });
      expect(await response.json()).toMatchObject({ user: null, needsSecondFactor: true });
      return { ...OWN, Cookie: cookieOf(response, 'sotto_user') };
    };
    const browser = await half();
    const verify = (passkey: object) => post(browser, '/second-factor/verify', { passkey });
    const options = () => ask<PasskeyRequest>(browser, '/second-factor/passkey/begin');
    expect((await options()).allowCredentials).toMatchObject([{ id: key.id }]);
    expect((await verify(foreign.key.get(await options()))).status).toBe(422);
    expect((await post(browser, '/second-factor/verify', {})).status).toBe(422);
    expect((await post(browser, '/second-factor/verify', { code: '000000' })).status).toBe(422);
    expect(await isIn(browser)).toBe(false);
    expect((await verify(key.get(await options()))).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    expect((await post(await half(), '/second-factor/verify', { code: recoveryCodes[0] })).status).toBe(200);

    const [{ id } = { id: '' }] = await test.database.select().from(passkeys).where(eq(passkeys.credentialId, key.id));
    expect((await post(browser, `/passkey/${id}/delete`)).status).toBe(409);
    const off = key.get(await options());
    expect((await post(browser, '/second-factor/remove', { passkey: off })).status).toBe(200);
    expect((await post(browser, `/passkey/${id}/delete`)).status).toBe(200);
    const log = await test.database.select().from(auditLog);
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['second-factor.add', 'passkey.remove']));
    const told = mailer.mailsTo(email).filter(({ subject }) => subject.includes('account'));
    expect(told.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your account',
      'A new password was set for your account',
      'Two-factor authentication was turned on for your account',
      'Two-factor authentication was turned off for your account',
      'A passkey was removed from your account',
    ]);
    expect(told[0]?.text).toContain(`(${email} at http://localhost:3000).`);
    expect(told[0]?.text).toContain('http://localhost:3000/account');
  });
});
