import { describe, expect, it, vi } from 'vitest';
import { clientId, startTestServer, type TestServer } from '../../testing/startTestServer';
import { startBuilderTest } from '../../testing/builder';
import { createTestMailer } from '../../testing/testSignIn';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OWN = { Origin: 'http://localhost:3000' };

/** Asks for a code and signs in with it. @returns the status of the sign-in, 0 when no mail came */
async function register(
  test: TestServer,
  mailer: ReturnType<typeof createTestMailer>,
  email: string,
  operatorCode?: string,
): Promise<number> {
  const asked = await test.call('/v1/auth/signin/email', { body: { email, operatorCode }, headers: OWN });
  expect(await asked.json()).toEqual({ sent: true });
  const code = mailer.codeFor(email);
  if (code === '') return 0;
  return (await test.call('/v1/auth/signin/verify', { body: { email, code, operatorCode }, headers: OWN })).status;
}

describe('FS-5 who may make an account', () => {
  it('closed: nobody but the operator with the code of the log, once', async () => {
    const mailer = createTestMailer();
    const test = await startTestServer({ mailer, config: { registration: { mode: 'closed', domains: [] } } });
    const code = await test.server.operatorCode();
    expect(await register(test, mailer, 'stranger@example.com')).toBe(0);
    expect(await register(test, mailer, 'stranger@example.com', 'AAAA-BBBB-CCCC-DDDD')).toBe(0);
    expect(await register(test, mailer, 'ann@example.com', code)).toBe(200);
    expect(await test.server.operatorCode()).toBeUndefined();
    expect(await register(test, mailer, 'late@example.com', code)).toBe(0);
    await test.server.close(0);
  });

  it('domain: addresses of these domains, and of no domain that ends alike', async () => {
    const mailer = createTestMailer();
    const test = await startTestServer({
      mailer,
      config: { registration: { mode: 'domain', domains: ['example.com'] } },
    });
    expect(await register(test, mailer, 'ann@example.com')).toBe(200);
    expect(await register(test, mailer, 'eve@evil-example.com')).toBe(0);
    expect(await register(test, mailer, 'eve@example.com.evil.test')).toBe(0);
    await test.server.close(0);
  });

  it('invite: whom an operator has invited, until the invitation is used', async () => {
    const mailer = createTestMailer();
    const test = await startTestServer({ mailer, config: { registration: { mode: 'invite', domains: [] } } });
    const operatorCode = await test.server.operatorCode();
    await test.call('/v1/auth/signin/email', { body: { email: 'ann@example.com', operatorCode }, headers: OWN });
    const signed = await test.call('/v1/auth/signin/verify', {
      body: { email: 'ann@example.com', code: mailer.codeFor('ann@example.com'), operatorCode },
      headers: OWN,
    });
    const headers = {
      ...OWN,
      Cookie:
        signed.headers
          .getSetCookie()
          .find((each) => each.startsWith('sotto_user='))
          ?.split(';')[0] ?? '',
    };
    expect(await register(test, mailer, 'ben@example.com')).toBe(0);
    const invite = { body: { email: 'Ben@Example.com' }, headers };
    expect((await test.call('/v1/operator/invitation/create', invite)).status).toBe(200);
    expect(await register(test, mailer, 'ben@example.com')).toBe(200);
    expect(await (await test.call('/v1/operator/invitation/list', { headers })).json()).toMatchObject({ items: [] });
    await test.server.close(0);
  });
});

describe('FS-5 budgets and keys', () => {
  it('an account has a budget without setting one, and its keys use it up', async () => {
    const budgets = { account: { messages: 2 }, widget: {}, address: {}, subject: {} };
    const test = await startBuilderTest({ config: { budgets } });
    const ana = await test.person('ana');
    const widgetId = await ana.make('/v1/integration/widget/create', {
      name: 'W',
      botId: await ana.make('/v1/bot/create', { name: 'B' }),
    });
    const { secret } = (await ana.ask('/v1/secret/create', { name: 'backend' })).body as { secret: string };
    const session = await test.openSession(widgetId);
    const send = async (token: string) =>
      (
        await test.call(`/v1/conversation/${session.conversationId}/complete`, {
          body: { id: clientId(), text: 'Hello' },
          token,
        })
      ).status;
    expect([await send(session.token), await send(secret), await send(secret), await send(session.token)]).toEqual([
      200, 200, 429, 429,
    ]);
    await test.server.close(0);
  });

  it('a key does what it was made for, until it ends', async () => {
    const test = await startBuilderTest();
    const ana = await test.person('ana');
    const make = async (body: object) =>
      String((await ana.ask('/v1/secret/create', { name: 'k', ...body })).body['secret']);
    const [usual, reader, operator] = [
      await make({}),
      await make({ scopes: ['build:read'] }),
      await make({ scopes: ['operator'] }),
    ];
    const status = async (token: string, path: string, body?: object) =>
      (await test.call(path, { token, ...(body && { body }) })).status;
    expect(await status(reader, '/v1/bot/list')).toBe(200);
    expect(await status(reader, '/v1/bot/create', { name: 'B' })).toBe(403);
    expect(await status(reader, '/v1/conversation/list')).toBe(403);
    expect(await status(usual, '/v1/bot/create', { name: 'B' })).toBe(200);
    expect(await status(usual, '/v1/operator/report/list')).toBe(403);
    expect(await status(operator, '/v1/operator/report/list')).toBe(200);
    const ben = await test.person('ben');
    expect((await ben.ask('/v1/secret/create', { name: 'k', scopes: ['operator'] })).status).toBe(403);
    await test.server.close(0);
  });
});
