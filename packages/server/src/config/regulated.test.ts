import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import { createServer } from '../createServer';
import { oneTimeCode } from '../testing/oneTimeCode';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { createTestMailer, signInAs } from '../testing/testSignIn';
import { readServerConfig } from './serverConfig';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OWN = 'https://chat.example.com';
const SHOP = 'https://shop.example.com';

it('A713 a server of the profile that is not met does not start, also when a program starts it', async () => {
  const config = readServerConfig({ SOTTO_PROFILE: 'regulated' });
  await expect(createServer({ config })).rejects.toThrow(/SOTTO_PROFILE=regulated is not met:\n {2}https: /);
});

describe.skipIf(TEST_DATABASE_URL === undefined)('A713 a server of the profile regulated', () => {
  const mailer = createTestMailer();
  const clock: Clock = systemClock;
  let database: TestDatabase;
  let test: TestServer;
  let operator: Record<string, string>;
  beforeAll(async () => {
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    const config = readServerConfig({
      SOTTO_PROFILE: 'regulated',
      PUBLIC_URL: OWN,
      SOTTO_KEY: 'a-key-that-is-long-enough-to-be-one',
      SIGN_IN: 'all',
      REGISTRATION: 'invite',
      SOTTO_KEEP_DAYS: '365',
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://localhost:1',
      MAIL_FROM: 'Chat <chat@example.com>',
      SOTTO_LOG: 'silent',
    });
    const { budgets } = config;
    test = await startTestServer({ mailer, clock, config: { ...config, budgets } });
    const code = await test.server.operatorCode();
    operator = await signInAs(test, mailer, 'ana@example.com', { origin: OWN, operatorCode: code });
  });
  afterAll(async () => {
    await test.server.close(0);
    await database.close();
  });
  const post = async (path: string, body: object = {}) => {
    const response = await test.call(path, { body, headers: operator });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('refuses an operator without a second factor, and says what to do', async () => {
    const refused = await post('/v1/operator/pause', { isPaused: false });
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('/settings') } });
    const { secret } = (await post('/v1/auth/second-factor/begin')).body;
    const code = oneTimeCode(String(secret), clock.now());
    expect((await post('/v1/auth/second-factor/confirm', { code })).status).toBe(200);
    expect((await post('/v1/operator/pause', { isPaused: false })).status).toBe(200);
  });

  it('keeps a widget to this site until its owner has named others', async () => {
    const { id: botId } = (await post('/v1/bot/create', { name: 'B' })).body;
    const { id } = (await post('/v1/integration/widget/create', { botId })).body;
    const open = async (origin: string) => {
      const path = `/v1/integration/widget/${String(id)}/session/create`;
      return (await test.call(path, { body: {}, headers: { Origin: origin } })).status;
    };
    const ancestors = async () => {
      const page = await test.call(`/integrations/widget/${String(id)}/frame`);
      return /frame-ancestors [^;]*/.exec(page.headers.get('content-security-policy') ?? '')?.[0];
    };
    expect([await open(OWN), await open(SHOP), await ancestors()]).toEqual([200, 403, "frame-ancestors 'self'"]);
    await post(`/v1/integration/widget/${String(id)}/update`, { allowedOrigins: [SHOP] });
    expect([await open(SHOP), await ancestors()]).toEqual([200, `frame-ancestors 'self' ${SHOP}`]);
  });
});
