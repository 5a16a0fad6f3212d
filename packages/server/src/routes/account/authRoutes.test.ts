import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestMailer, signInAs } from '../../testing/testSignIn';
import { startTestServer, type TestServer } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OWN = { Origin: 'http://localhost:3000' };

/** Asks for a code as somebody does who chooses every name of the host. */
async function askForCode({ server }: TestServer, origin: string): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    Origin: origin,
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
    Forwarded: 'host=evil.example',
  };
  const response = await server.fetch(
    new Request('http://evil.example/v1/auth/signin/email', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ann@example.com' }),
    }),
  );
  expect(response.status).toBe(200);
}

describe('H-12 signing in', () => {
  const mailer = createTestMailer();
  let test: TestServer;
  beforeAll(async () => {
    test = await startTestServer({ mailer, config: { publicUrl: 'http://localhost:3000' } });
  });
  afterAll(() => test.server.close(0));

  const sessionOf = async (headers: Record<string, string>) =>
    (await (await test.call('/v1/auth/session', { headers })).json()) as {
      user: { email: string; roles: string[] } | null;
    };

  it('knows nobody without a cookie, and says how to sign in', async () => {
    expect(await sessionOf({})).toEqual({ user: null, needsSecondFactor: false });
    expect(await (await test.call('/v1/auth/methods')).json()).toEqual({
      sendsMail: false,
      providers: [],
      isProviderOnly: false,
      passkeys: true,
      registration: { mode: 'open', domains: [] },
      needsOperator: true,
    });
  });

  it('sends a code and lets it in once; the code of the log makes an operator, and nothing else does', async () => {
    const begun = await test.call('/api/v1/auth/signin/email', {
      body: { email: 'Ana@Example.com', callbackUrl: '/hub/skillsets/a#chat' },
      headers: OWN,
    });
    expect(await begun.json()).toEqual({ sent: true });
    const code = mailer.codeFor('ana@example.com');
    const operatorCode = await test.server.operatorCode();
    expect(operatorCode).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    const body = { email: 'ana@example.com', code, name: 'Ana', operatorCode };
    const verified = await test.call('/v1/auth/signin/verify', {
      body,
      headers: { ...OWN, Cookie: begun.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
    });
    expect(await verified.json()).toMatchObject({
      user: {
        name: 'Ana',
        displayName: 'Ana',
        email: 'ana@example.com',
        displayEmail: 'ana@example.com',
        roles: ['operator'],
      },
      callbackUrl: '/hub/skillsets/a#chat',
    });
    const cookie = verified.headers.getSetCookie().find((each) => each.startsWith('sotto_user=')) ?? '';
    expect(cookie).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
    expect((await sessionOf({ Cookie: cookie.split(';')[0] ?? '' })).user?.email).toBe('ana@example.com');

    const again = await test.call('/v1/auth/signin/verify', { body, headers: OWN });
    expect([again.status, await again.json()]).toMatchObject([401, { code: 'NOT_AUTHENTICATED' }]);
    expect((await sessionOf(await signInAs(test, mailer, 'ben@example.com'))).user?.roles).toEqual([]);
  });

  it('answers the same for known and unknown addresses, and refuses what is none', async () => {
    const ask = (email: string) => test.call('/v1/auth/signin/email', { body: { email }, headers: OWN });
    expect(
      await Promise.all([ask('ana@example.com'), ask('new@example.com')].map(async (each) => (await each).json())),
    ).toEqual([{ sent: true }, { sent: true }]);
    expect((await ask('no address')).status).toBe(422);
  });

  it('FS-11 gives up a code after five wrong tries, and waits', async () => {
    await test.call('/v1/auth/signin/email', { body: { email: 'tries@example.com' }, headers: OWN });
    const right = mailer.codeFor('tries@example.com');
    const wrong = right === '000000' ? '000001' : '000000';
    const verify = (code: string) =>
      test.call('/v1/auth/signin/verify', { body: { email: 'tries@example.com', code }, headers: OWN });
    for (let count = 0; count < 5; count += 1) expect((await verify(wrong)).status).toBe(401);
    expect((await verify(right)).status).toBe(401);
    const after = await verify(right);
    expect([after.status, Number(after.headers.get('retry-after'))]).toEqual([429, 15]);
  });

  it('FS-11 signs in with a password that was chosen with the code; a new one needs the old one, and ends other sign-ins', async () => {
    await test.call('/v1/auth/signin/email', { body: { email: 'pass@example.com' }, headers: OWN });
    const sign = (password: string) =>
      test.call('/v1/auth/signin/password', {
        body: { email: 'pass@example.com', password, callbackUrl: '//evil.test' },
        headers: OWN,
      });
    expect((await sign('correct horse battery')).status).toBe(401);
    const verified = await test.call('/v1/auth/signin/verify', {
      body: { email: 'pass@example.com', code: mailer.codeFor('pass@example.com'), password: 'correct horse battery' },
      headers: OWN,
    });
    expect(verified.status).toBe(200);
    expect((await sign('wrong horse battery')).status).toBe(401);
    const signed = await sign('correct horse battery');
    expect(await signed.json()).toMatchObject({ user: { email: 'pass@example.com' }, callbackUrl: '/overview' });
    const cookie = (from: Response): string => from.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const change = (current?: string) =>
      test.call('/v1/auth/password/update', {
        body: { password: 'another battery staple', current },
        headers: { ...OWN, Cookie: cookie(signed) },
      });
    expect([(await change()).status, (await change('wrong horse battery')).status]).toEqual([422, 422]);
    expect((await change('correct horse battery')).status).toBe(200);
    const other = await test.call('/v1/auth/session', { headers: { ...OWN, Cookie: cookie(verified) } });
    expect(await other.json()).toEqual({ user: null, needsSecondFactor: false });
    expect([(await sign('correct horse battery')).status, (await sign('another battery staple')).status]).toEqual([
      401, 200,
    ]);
  });

  it('opens a page with one button behind the link of the mail, and signs in when it is pressed', async () => {
    await test.call('/v1/auth/signin/email', {
      body: { email: 'link@example.com', callbackUrl: '/skillsets/new' },
      headers: OWN,
    });
    const link = new URL(mailer.linkFor('link@example.com'));
    const page = await test.call(link.pathname + link.search);
    expect([page.headers.get('content-security-policy'), page.headers.getSetCookie()]).toEqual([
      expect.stringContaining("default-src 'none'"),
      [],
    ]);
    expect(await page.text()).toContain('<strong>link@example.com</strong>');
    const press = (origin: string) =>
      test.call(link.pathname, {
        body: link.searchParams.toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
      });
    expect((await press('https://evil.test')).status).toBe(403);
    const pressed = await press('http://localhost:3000');
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/skillsets/new']);
    const cookie = pressed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await sessionOf({ Cookie: cookie })).user?.email).toBe('link@example.com');
    expect((await press('http://localhost:3000')).status).toBe(401);
  });

  it('escapes what a link carries', async () => {
    const page = await test.call(
      `/v1/auth/signin/link?${new URLSearchParams({ email: '"><script>alert(1)</script>', code: '"><b>', callbackUrl: 'javascript:alert(1)' }).toString()}`,
    );
    expect(await page.text()).not.toMatch(/<script>|<b>|javascript:/);
  });

  it('signs out on the server, and can sign other browsers out', async () => {
    const [first, second] = [
      await signInAs(test, mailer, 'two@example.com'),
      await signInAs(test, mailer, 'two@example.com'),
    ];
    const { items } = (await (await test.call('/v1/auth/session/list', { headers: first })).json()) as {
      items: { id: string; isCurrent: boolean }[];
    };
    expect(items.map((each) => each.isCurrent).sort()).toEqual([false, true]);
    expect(JSON.stringify(items)).not.toContain('token');
    const other = items.find((each) => !each.isCurrent)?.id ?? '';
    const stranger = await signInAs(test, mailer, 'stranger@example.com');
    expect((await test.call(`/v1/auth/session/${other}/revoke`, { body: {}, headers: stranger })).status).toBe(404);
    expect((await test.call(`/v1/auth/session/${other}/revoke`, { body: {}, headers: first })).status).toBe(200);
    expect((await sessionOf(second)).user).toBeNull();
    expect((await test.call('/v1/auth/signout', { body: {}, headers: first })).status).toBe(200);
    expect((await sessionOf(first)).user).toBeNull();
  });

  it('names the browsers of a person, and signs all others out at once', async () => {
    const first = await signInAs(test, mailer, 'many@example.com', { userAgent: 'Mozilla/5.0 Firefox/140.0' });
    const others = [
      await signInAs(test, mailer, 'many@example.com', { userAgent: 'Mozilla/5.0 Chrome/150.0' }),
      await signInAs(test, mailer, 'many@example.com'),
    ];
    const stranger = await signInAs(test, mailer, 'apart@example.com');
    const list = async () =>
      (
        (await (await test.call('/v1/auth/session/list', { headers: first })).json()) as {
          items: { userAgent: string | null }[];
        }
      ).items.map(({ userAgent }) => userAgent);
    expect((await list()).sort()).toEqual(['Mozilla/5.0 Chrome/150.0', 'Mozilla/5.0 Firefox/140.0', null].sort());
    const revoke = async () =>
      (await (
        await test.call('/v1/auth/session/revoke', {
          body: {},
          headers: { ...first, 'Idempotency-Key': 'revoke-0001' },
        })
      ).json()) as object;
    expect([await revoke(), await revoke()]).toEqual([{ revoked: 2 }, { revoked: 2 }]);
    expect(await list()).toEqual(['Mozilla/5.0 Firefox/140.0']);
    for (const other of others) expect((await sessionOf(other)).user).toBeNull();
    expect((await sessionOf(stranger)).user?.email).toBe('apart@example.com');
  });

  it('A606: a planted cookie is nobody, and signing in makes a new one', async () => {
    expect((await sessionOf({ Cookie: 'sotto_user=planted.signature' })).user).toBeNull();
    const signed = await signInAs(test, mailer, 'fix@example.com');
    expect(signed['Cookie']).not.toContain('planted');
  });

  it('A702: a cookie counts for calls of this site only', async () => {
    const { Cookie = '' } = await signInAs(test, mailer, 'csrf@example.com');
    for (const headers of [{ Cookie }, { Cookie, Origin: 'https://evil.test' }, { Cookie, Origin: 'null' }]) {
      expect((await test.call('/v1/secret/create', { body: { name: 'a' }, headers })).status).toBe(403);
    }
    expect(
      (
        await test.call('/v1/auth/signin/password', {
          body: { email: 'csrf@example.com', password: 'x' },
          headers: { Origin: 'https://evil.test' },
        })
      ).status,
    ).toBe(403);
  });

  it('makes keys for programs: shown once, kept as digests, dead once deleted', async () => {
    const person = await signInAs(test, mailer, 'keys@example.com');
    const { id, secret } = (await (
      await test.call('/v1/secret/create', { body: { name: 'CI' }, headers: person })
    ).json()) as { id: string; secret: string };
    expect(secret).toMatch(/^sk_[\w-]{43}$/);
    expect((await sessionOf({ Authorization: `Bearer ${secret}` })).user?.email).toBe('keys@example.com');
    const listed = await (await test.call('/v1/secret/list', { headers: person })).text();
    expect(listed).toContain(secret.slice(-4));
    expect(listed).not.toContain(secret);
    expect((await test.call('/v1/secret/create', { body: { name: 'b' }, token: secret })).status).toBe(403);
    const stranger = await signInAs(test, mailer, 'stranger@example.com');
    expect((await test.call(`/v1/secret/${id}/delete`, { body: {}, headers: stranger })).status).toBe(404);
    expect((await test.call(`/v1/secret/${id}/delete`, { body: {}, headers: person })).status).toBe(200);
    expect((await test.call('/v1/auth/session', { token: secret })).status).toBe(401);
  });

  it('answers requests for codes at the same moment, for one address and for others, each with its own mail', async () => {
    const letters = createTestMailer();
    const busy = await startTestServer({ mailer: letters, config: { publicUrl: 'http://localhost:3000' } });
    const [ann, bob] = ['ann@example.com', 'bob@example.com'] as const;
    const ask = (email: string) => busy.call('/v1/auth/signin/email', { body: { email }, headers: OWN });
    expect((await Promise.all([ann, ann, bob].map(ask))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const find = (email: string, pattern: RegExp) =>
      letters.mailsTo(email).map(({ text }) => pattern.exec(text)?.[1] ?? 'missing');
    const codes = find(ann, /\b(\d{6})\b/);
    const tokens = [...find(ann, /token=(\w+)/), ...find(bob, /token=(\w+)/)];
    expect([codes.length, tokens.length, new Set(tokens).size, codes.concat(tokens).includes('missing')]).toEqual([
      2,
      3,
      3,
      false,
    ]);
    const enter = (email: string, code: string) =>
      busy.call('/v1/auth/signin/verify', { body: { email, code, name: 'A' }, headers: OWN });
    expect((await enter(ann, codes[1] ?? '')).status).toBe(200);
    expect((await enter(bob, letters.codeFor(bob))).status).toBe(200);
    await busy.server.close(0);
  });

  it('FS-6: the link of a mail leads to PUBLIC_URL, whatever host the call names', async () => {
    const letters = createTestMailer();
    const placed = await startTestServer({
      mailer: letters,
      config: { publicUrl: 'https://chat.example.com/chat', trustedProxies: 1 },
    });
    await askForCode(placed, 'https://chat.example.com');
    expect(letters.textFor('ann@example.com')).not.toContain('evil');
    expect(letters.linkFor('ann@example.com')).toMatch(/^https:\/\/chat\.example\.com\/chat\/v1\/auth\/signin\/link\?/);
    await placed.server.close(0);
  });

  it.each([0, 1])(
    'FS-6: a mail without PUBLIC_URL carries the code alone, whatever host the call names, behind %i proxies',
    async (trustedProxies) => {
      const letters = createTestMailer();
      const placeless = await startTestServer({ mailer: letters, config: { trustedProxies } });
      await askForCode(placeless, 'http://evil.example');
      expect(letters.codeFor('ann@example.com')).toMatch(/^\d{6}$/);
      expect(letters.textFor('ann@example.com')).not.toMatch(/:\/\/|evil|localhost|\/v1\/|link/i);
      await placeless.server.close(0);
    },
  );

  it('A703: limits tries to sign in, by address and by mail address', async () => {
    const limited = await startTestServer({
      mailer,
      rateLimits: { signIn: 2, user: 1e6, sessionCreate: 1e6, complete: 1e6, completePerAddress: 1e6, session: 1e6 },
    });
    const sign = () =>
      limited.call('/v1/auth/signin/password', { body: { email: 'a@example.com', password: 'x' }, headers: OWN });
    expect([(await sign()).status, (await sign()).status]).toEqual([401, 401]);
    const third = await sign();
    expect([third.status, third.headers.has('retry-after'), await third.json()]).toMatchObject([
      429,
      true,
      { code: 'TOO_MANY_REQUESTS' },
    ]);
    await limited.server.close(0);
  });
});
