import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import { oneTimeCode } from '../../testing/oneTimeCode';
import { startTestServer, type TestServer } from '../../testing/startTestServer';
import { createTestMailer, signInAs } from '../../testing/testSignIn';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OWN = { Origin: 'http://localhost:3000' };
const PASSWORD = 'a long password';
const STEP_MS = 30_000;

const mailer = createTestMailer();
/** Time that a test moves on. */
let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ mailer, clock, config: { publicUrl: 'http://localhost:3000', trustedProxies: 1 } });
});
afterAll(() => test.server.close(0));

type Headers = Record<string, string>;
const cookieOf = (response: Response): Headers => ({
  ...OWN,
  Cookie:
    response.headers
      .getSetCookie()
      .find((each) => each.startsWith('sotto_user='))
      ?.split(';')[0] ?? '',
});
const post = (headers: Headers, path: string, body: object = {}) => test.call(`/v1/auth${path}`, { body, headers });
const give = async (headers: Headers, code: string, what = 'verify') =>
  (await post(headers, `/second-factor/${what}`, { code })).status;
const isIn = async (headers: Headers) => (await test.call('/v1/auth/session/list', { headers })).status === 200;

/** An account with a second factor. The next code counts. */
async function protectedAccount(name: string) {
  const email = `${name}@example.com`;
  const first = await signInAs(test, mailer, email);
  await post(first, '/password/update', { password: PASSWORD });
  const { secret } = (await (await post(first, '/second-factor/begin')).json()) as { secret: string };
  const code = (): string => oneTimeCode(secret, clock.now());
  const confirmed = await post(first, '/second-factor/confirm', { code: code() });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  aheadMs += STEP_MS;
  const byPassword = () => post(OWN, '/signin/password', { email, password: PASSWORD });
  return { email, first, secret, code, recoveryCodes, byPassword };
}

describe('A710 an account with a second factor', () => {
  it('the codes of this test are those of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect([59, 1_111_111_109, 20_000_000_000].map((seconds) => oneTimeCode(secret, seconds * 1000))).toEqual([
      '287082',
      '081804',
      '353130',
    ]);
  });

  it('a password alone opens nothing; with a code of the app it does', async () => {
    const ann = await protectedAccount('ann');
    expect(await isIn(ann.first)).toBe(true);
    const half = await ann.byPassword();
    expect(await half.json()).toEqual({ user: null, needsSecondFactor: true, callbackUrl: '/overview' });
    const headers = cookieOf(half);
    expect(await isIn(headers)).toBe(false);
    expect(await (await test.call('/v1/auth/session', { headers })).json()).toEqual({
      user: null,
      needsSecondFactor: true,
      secondFactors: ['app'],
    });
    expect((await test.call('/v1/account/export', { method: 'POST', headers })).status).toBe(401);
    for (const path of ['/v1/bot/list', '/v1/secret/list', '/v1/conversation/list'])
      expect([path, (await test.call(path, { headers })).status]).toEqual([path, 401]);
    for (const path of ['/password/update', '/second-factor/remove', '/second-factor/begin', '/session/revoke'])
      expect([path, (await post(headers, path, { code: '000000', password: PASSWORD })).status]).toEqual([path, 401]);
    expect(await give(headers, '000000')).toBe(422);
    expect(await isIn(headers)).toBe(false);
    expect(await give(headers, ann.code())).toBe(200);
    expect(await isIn(headers)).toBe(true);
  });

  it('a code counts once, also in another browser, and an old one never', async () => {
    const ben = await protectedAccount('ben');
    const [one, other] = [cookieOf(await ben.byPassword()), cookieOf(await ben.byPassword())];
    const code = ben.code();
    expect(await give(one, code)).toBe(200);
    expect(await give(other, code)).toBe(422);
    expect(await give(other, oneTimeCode(ben.secret, clock.now() - 2 * STEP_MS))).toBe(422);
    aheadMs += STEP_MS;
    expect(await give(other, ben.code())).toBe(200);
  });

  it('a recovery code counts once, and new ones end the old ones', async () => {
    const cem = await protectedAccount('cem');
    expect(new Set(cem.recoveryCodes).size).toBe(10);
    const [one = '', two = '', three = ''] = cem.recoveryCodes;
    const headers = cookieOf(await cem.byPassword());
    expect(await give(headers, one.toUpperCase())).toBe(200);
    expect(await give(cookieOf(await cem.byPassword()), one)).toBe(422);
    const left = await test.call('/v1/auth/second-factor/fetch', { headers });
    expect(await left.json()).toEqual({ isOn: true, hasApp: true, recoveryLeft: 9 });
    expect(await give(headers, two, 'recovery')).toBe(200);
    expect(await give(cookieOf(await cem.byPassword()), three)).toBe(422);
  });

  it('mail alone neither opens the account nor changes its password', async () => {
    const dee = await protectedAccount('dee');
    await post(OWN, '/signin/email', { email: dee.email });
    const byCode = await post(OWN, '/signin/verify', {
      email: dee.email,
      code: mailer.codeFor(dee.email),
      password: 'a stolen password',
    });
    expect(await isIn(cookieOf(byCode))).toBe(false);
    expect((await dee.byPassword()).status).toBe(200);
    await post(OWN, '/signin/email', { email: dee.email });
    const link = new URL(mailer.linkFor(dee.email));
    const byLink = await test.call('/v1/auth/signin/link', {
      body: link.search.slice(1),
      headers: { ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(byLink.headers.get('location')).toBe('/signin?callbackUrl=%2Foverview');
    expect(await isIn(cookieOf(byLink))).toBe(false);
  });

  it('guesses wait, and those of a stranger do not lock the owner out', async () => {
    const eli = await protectedAccount('eli');
    const headers = cookieOf(await eli.byPassword());
    const from = (address: string) => ({ ...headers, 'X-Forwarded-For': address });
    const answers = [];
    for (let tries = 0; tries < 7; tries++) answers.push(await give(from('203.0.113.9'), '000000'));
    expect(answers).toEqual([422, 422, 422, 422, 422, 422, 429]);
    expect(await give(from('198.51.100.7'), eli.code())).toBe(200);
  });

  it('half a sign-in can be given up, and ends by itself', async () => {
    const fay = await protectedAccount('fay');
    const [one, other] = [cookieOf(await fay.byPassword()), cookieOf(await fay.byPassword())];
    expect((await test.call('/v1/auth/signout', { body: {}, headers: { Cookie: one['Cookie'] ?? '' } })).status).toBe(
      403,
    );
    expect((await post(one, '/signout')).status).toBe(200);
    expect(await give(one, fay.code())).toBe(401);
    aheadMs += 1_000_000;
    expect(await give(other, fay.code())).toBe(401);
    aheadMs -= 1_000_000;
  });

  it('is turned on by a sign-in of the last minutes, ends the others, and is turned off by a code', async () => {
    const gil = await signInAs(test, mailer, 'gil@example.com');
    const elsewhere = await signInAs(test, mailer, 'gil@example.com');
    aheadMs += 1_000_000;
    expect((await post(gil, '/second-factor/begin')).status).toBe(403);
    aheadMs -= 1_000_000;
    const begun = (await (await post(gil, '/second-factor/begin')).json()) as { secret: string; uri: string };
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(await give(gil, '000000', 'confirm')).toBe(422);
    expect(await isIn(elsewhere)).toBe(true);
    expect(await give(gil, oneTimeCode(begun.secret, clock.now()), 'confirm')).toBe(200);
    expect([await isIn(gil), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await post(gil, '/second-factor/begin')).status).toBe(409);
    aheadMs += STEP_MS;
    expect(await give(gil, '000000', 'remove')).toBe(422);
    expect(await give(gil, oneTimeCode(begun.secret, clock.now()), 'remove')).toBe(200);
    expect(await isIn(await signInAs(test, mailer, 'gil@example.com'))).toBe(true);
    const log = (await (await test.call('/v1/audit/list', { headers: gil })).json()) as { items: { action: string }[] };
    expect(log.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['second-factor.add', 'second-factor.remove']),
    );
  });

  it('a key cannot touch it', async () => {
    const hal = await signInAs(test, mailer, 'hal@example.com');
    const made = await test.call('/v1/secret/create', { body: { name: 'k' }, headers: hal });
    const { secret } = (await made.json()) as { secret: string };
    const begun = await test.call('/v1/auth/second-factor/begin', { body: {}, token: secret });
    expect(begun.status).toBe(403);
  });
});

describe('FS-11 a password that is replaced by a mail', () => {
  it('ends every other browser', async () => {
    const email = 'ida@example.com';
    const old = await signInAs(test, mailer, email);
    await post(OWN, '/signin/email', { email });
    const body = { email, code: mailer.codeFor(email), password: PASSWORD };
    const fresh = cookieOf(await post(OWN, '/signin/verify', body));
    expect([await isIn(fresh), await isIn(old)]).toEqual([true, false]);
  });
});

describe('A717 guesses that are sent at once', () => {
  it.each(['/signin/verify', '/second-factor/verify'])(
    'from many networks, only as many are tried as an account has free: %s',
    async (path) => {
      const name = `guess-${path.replaceAll('/', '-')}`;
      const { email, byPassword } = await protectedAccount(name);
      await post(OWN, '/signin/email', { email });
      const half = cookieOf(await byPassword());
      const tries = Array.from({ length: 50 }, (_, index) =>
        test.call(`/v1/auth${path}`, {
          body: { email, code: String(100_000 + index) },
          headers: { ...half, 'X-Forwarded-For': `203.0.113.${String(index)}` },
        }),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      const tried = statuses.filter((status) => status !== 429).length;
      // 30 are free, and the next one is tried and begins the wait.
      expect([tried > 0, tried <= 31]).toEqual([true, true]);
    },
  );
});

describe('A718 a first password', () => {
  it('needs a sign-in of the last 15 minutes: whoever finds a signed-in browser must not be able to keep the account', async () => {
    // A sign-in has the time of the machine.
    aheadMs = 0;
    const headers = await signInAs(test, mailer, 'nopass@example.com');
    aheadMs = 16 * 60_000;
    const late = await post(headers, '/password/update', { password: PASSWORD });
    expect([late.status, ((await late.json()) as { message: string }).message]).toEqual([
      403,
      'Confirm that it is you: your sign-in is older than 15 minutes',
    ]);
    aheadMs = 0;
    const again = await signInAs(test, mailer, 'nopass@example.com');
    expect((await post(again, '/password/update', { password: PASSWORD })).status).toBe(200);
    aheadMs = 16 * 60_000;
    expect((await post(again, '/password/update', { password: 'another one', current: PASSWORD })).status).toBe(200);
  });
});

describe('A719 a mail server that is away', () => {
  it('undoes no change to the ways of signing in', async () => {
    aheadMs = 0;
    const headers = await signInAs(test, mailer, 'quiet@example.com');
    const send = vi.spyOn(mailer, 'send').mockRejectedValue(new Error('away'));
    expect((await post(headers, '/password/update', { password: PASSWORD })).status).toBe(200);
    expect(send).toHaveBeenCalledOnce();
    send.mockRestore();
  });
});
