import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { readAllSse } from '../../testing/readStream';
import { startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;
const clock = createManualClock();
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.server.close(0));

const CREATE = '/v1/integration/widget/demo/session/create';
const create = async (
  body: object = {},
  token?: string,
  headers: Record<string, string> = {},
): Promise<TestSession & { resumed: boolean }> =>
  (await (await test.call(CREATE, { body, token, headers })).json()) as TestSession & { resumed: boolean };

describe('S-6 session create', () => {
  it('makes a conversation and a token for it', async () => {
    const session = await create();
    const claims = decodeJwt(session.token);
    expect(session).toMatchObject({ resumed: false, expiresAt: (claims.exp ?? 0) * 1000 });
    expect(claims).toMatchObject({ sub: session.conversationId, wid: 'demo', vb: true });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(session.conversationId).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
  });

  it('answers the same below /api/v1', async () => {
    expect((await test.call(`/api${CREATE}`, { body: {} })).status).toBe(200);
  });

  it('works without any body, and takes a life from 30 minutes to a day', async () => {
    expect((await test.call(CREATE, { method: 'POST' })).status).toBe(200);
    const session = await create({ durationInSeconds: 1800 });
    expect(session.expiresAt).toBe(Math.floor(clock.now() / 1000) * 1000 + 1_800_000);
    for (const durationInSeconds of [1799, 86_401, '3600', 1800.5, null]) {
      expect((await test.call(CREATE, { body: { durationInSeconds } })).status).toBe(400);
    }
  });

  it('W-29 begins with messages of the visitor, never of the bot', async () => {
    const session = await create({
      messages: [{ type: 'user', text: 'I look at product 7' }],
      meta: { page: '/p/7' },
      contact: { name: 'Ada' },
    });
    const list = await (
      await test.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token })
    ).json();
    expect(list).toMatchObject({ items: [{ type: 'user', text: 'I look at product 7' }], cursor: null });
    for (const type of ['bot', 'context', 'intro', 'initial', 'input', 'system']) {
      expect((await test.call(CREATE, { body: { messages: [{ type, text: 'x' }] } })).status).toBe(400);
    }
  });

  it('W-28 renews a token: the same conversation, also when the old one has ended', async () => {
    const first = await create();
    clock.advance(3_700_000);
    expect(
      (await test.call(`/v1/conversation/${first.conversationId}/message/list`, { token: first.token })).status,
    ).toBe(401);
    const renewed = await create({ conversationId: first.conversationId }, first.token);
    expect(renewed).toMatchObject({ conversationId: first.conversationId, resumed: true });
    expect(
      (await test.call(`/v1/conversation/${first.conversationId}/message/list`, { token: renewed.token })).status,
    ).toBe(200);
  });

  it('makes a new conversation when the old one has been silent for too long', async () => {
    const first = await create();
    clock.advance(DAY_MS + 1000);
    expect(await create({ conversationId: first.conversationId }, first.token)).toMatchObject({ resumed: false });
  });

  it.each([
    ['without a token', (): undefined => undefined],
    ['with another conversation’s token', async () => (await create()).token],
    ['with a forged token', async () => `${(await create()).token.slice(0, -4)}AAAA`],
  ])('A605 %s it does not continue a conversation', async (_, tokenOf) => {
    const victim = await create();
    const made = await create({ conversationId: victim.conversationId }, await tokenOf());
    expect(made.resumed).toBe(false);
    expect(made.conversationId).not.toBe(victim.conversationId);
  });

  it('F201 answers a repeated call with the very same session', async () => {
    const headers = { 'Idempotency-Key': 'session-key-0001' };
    const first = await create({ meta: { a: 1 } }, undefined, headers);
    const again = await test.call(CREATE, { body: { meta: { a: 1 } }, headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    expect((await test.call(CREATE, { body: { meta: { a: 2 } }, headers })).status).toBe(422);
    expect((await test.call(CREATE, { body: {}, headers: { 'Idempotency-Key': 'short' } })).status).toBe(400);
  });

  it('knows no other widget', async () => {
    const response = await test.call('/v1/integration/widget/nobody/session/create', { body: {} });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('A703 rates of session calls', () => {
  it('answer 429 TOO_MANY_REQUESTS with Retry-After, and do not touch others', async () => {
    const limited = await startTestServer({
      rateLimits: { sessionCreate: 3, complete: 2, completePerAddress: 100, session: 100 },
    });
    try {
      const [one, two, three] = [await limited.openSession(), await limited.openSession(), await limited.openSession()];
      const refused = await limited.call(CREATE, { body: {} });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect((await limited.call('/v1/integration/widget/default/session/create', { body: {} })).status).toBe(200);

      for (const session of [one, two]) {
        await readAllSse(await limited.send(session, { text: 'a' }));
        await readAllSse(await limited.send(session, { text: 'b' }));
        expect((await limited.send(session, { text: 'c' })).status).toBe(429);
      }
      expect((await limited.send(three, { text: 'a' })).status).toBe(200);
    } finally {
      await limited.server.close(0);
    }
  });
});
