import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('W-32, A607: visitors that the host vouches for', () => {
  let test: BuilderTest;
  let ana: Person;
  let bot: string;
  const moderated: string[] = [];
  beforeAll(async () => {
    test = await startBuilderTest({
      config: { tokenPrices: { input: 1, output: 2 } },
      async moderation(text) {
        moderated.push(text);
        return { isAllowed: !text.includes('forbidden') };
      },
    });
    ana = await test.person('ana');
    bot = await ana.make('/v1/bot/create', { name: 'B' });
  });
  afterAll(() => test.server.close(0));

  const makeWidget = async (fields: object = {}) => {
    const id = await ana.make('/v1/integration/widget/create', { botId: bot, ...fields });
    const secret = String((await ana.ask(`/v1/integration/widget/${id}/identity/create`, {})).body['secret']);
    return { id, secret };
  };
  const tokenOf = (secret: string, claims: object, exp: number | string = '1h') =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(exp)
      .sign(new TextEncoder().encode(secret));
  const open = async (widget: string, contact?: object, headers: Record<string, string> = {}) => {
    const response = await test.call(`/v1/integration/widget/${widget}/session/create`, {
      body: { ...(contact && { contact }) },
      headers,
    });
    return { status: response.status, session: (await response.json()) as TestSession };
  };
  const contactOf = ({ conversationId }: TestSession) => readContact(test.database, conversationId);

  it('srv-02 marks as verified what a signed token or digest says, and nothing else', async () => {
    const { id, secret } = await makeWidget();
    const identity = await tokenOf(secret, { sub: 'user-7', email: 'real@example.com', name: 'Real' });
    const { session } = await open(id, { identity, email: 'claimed@example.com' });
    expect(await contactOf(session)).toMatchObject({
      email: 'real@example.com',
      name: 'Real',
      isVerified: true,
      externalId: 'user-7',
    });

    const change = await test.call(`/v1/conversation/${session.conversationId}/contact/upsert`, {
      body: { email: 'other@example.com' },
      token: session.token,
    });
    expect(change.status).toBe(200);
    expect(await contactOf(session)).toMatchObject({ email: 'real@example.com', isVerified: true });

    const digest = createHmac('sha256', secret).update('a@example.com').digest('hex');
    expect(await contactOf((await open(id, { email: 'a@example.com', identity: digest })).session)).toMatchObject({
      email: 'a@example.com',
      isVerified: true,
    });
    expect(await contactOf((await open(id, { email: 'a@example.com' })).session)).toMatchObject({
      isVerified: false,
      externalId: null,
    });
    expect((await open(id, { email: 'b@example.com', identity: digest })).status).toBe(403);
  });

  it('srv-02 proofs of one account open nothing in another, also of the same subject, and a claim opens nothing at all', async () => {
    const { id, secret } = await makeWidget();
    const bob = await test.person('bob');
    const other = await bob.make('/v1/integration/widget/create', {
      botId: await bob.make('/v1/bot/create', { name: 'B' }),
    });
    const otherSecret = String((await bob.ask(`/v1/integration/widget/${other}/identity/create`, {})).body['secret']);
    const email = 'alice@example.com';
    const digestOf = (key: string) => createHmac('sha256', key).update(email).digest('hex');
    const alice = await open(id, { email, identity: digestOf(secret) });
    expect((await open(other, { email, identity: digestOf(otherSecret) })).status).toBe(200);
    for (const identity of [await tokenOf(secret, { sub: '1' }), digestOf(secret)])
      expect((await open(other, { email, identity })).status).toBe(403);
    // Her token and her conversation are of the first widget alone, and a claim of her address is not hers.
    const goOn = async (widget: string, contact: object, token?: string) => {
      const { conversationId } = alice.session;
      const body = { conversationId, contact };
      const response = await test.call(`/v1/integration/widget/${widget}/session/create`, { body, token });
      return response.ok && ((await response.json()) as TestSession).conversationId === conversationId;
    };
    expect(await goOn(id, { email, identity: digestOf(secret) }, alice.session.token)).toBe(true);
    expect(await goOn(id, { email })).toBe(false);
    expect(await goOn(id, { email }, alice.session.token)).toBe(false);
    expect(await goOn(other, { email, identity: digestOf(otherSecret) }, alice.session.token)).toBe(false);
    const mallory = await open(id, { email });
    expect(mallory.session.conversationId).not.toBe(alice.session.conversationId);
    expect(await contactOf(mallory.session)).toMatchObject({ isVerified: false, externalId: null });
  });

  it('A602, A603: refuses proofs that are none', async () => {
    const { id, secret } = await makeWidget({ requiresIdentity: true });
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x","exp":9999999999}').toString('base64url')}.`;
    const proofs = [
      none,
      await tokenOf('another key that is long enough', { sub: 'x' }),
      await tokenOf(secret, { sub: 'x' }, '2d'),
      await tokenOf(secret, { sub: 'x' }, 1000),
      await tokenOf(secret, {}),
      await tokenOf(secret, { sub: '' }),
      'garbage',
      '0'.repeat(64),
    ];
    for (const identity of proofs) expect((await open(id, { identity, email: 'x@example.com' })).status).toBe(403);
    expect((await open(id)).status).toBe(403);
    expect((await open(id, { identity: await tokenOf(secret, { sub: 'x' }) })).status).toBe(200);
  });

  it('A606: binds a token to the site it was made for', async () => {
    const { id } = await makeWidget({ allowedOrigins: ['https://one.example', 'https://two.example'] });
    const { session } = await open(id, undefined, { Origin: 'https://one.example' });
    const list = (origin?: string) =>
      test.call(`/v1/conversation/${session.conversationId}/message/list`, {
        token: session.token,
        headers: origin === undefined ? {} : { Origin: origin },
      });
    expect([
      (await list('https://one.example')).status,
      (await list('http://localhost:3000')).status,
      (await list()).status,
    ]).toEqual([200, 200, 200]);
    expect((await list('https://two.example')).status).toBe(403);
    const renewed = await test.call(`/v1/integration/widget/${id}/session/create`, {
      body: { conversationId: session.conversationId },
      token: session.token,
      headers: { Origin: 'https://two.example' },
    });
    expect(renewed.status).toBe(403);
    expect((await open(id, undefined, { Origin: 'https://three.example' })).status).toBe(403);
  });

  it('A703, A704: ends a day’s budget calmly, in messages, tokens and money', async () => {
    for (const [budgets, allowed] of [
      [{ visitor: { messages: 2 } }, 2],
      [{ widget: { tokens: 20 } }, 2],
      [{ address: { cost: 0.00002 } }, 1],
    ] as const) {
      const { id } = await makeWidget({ budgets });
      const { session } = await open(id);
      const statuses: number[] = [];
      for (let count = 0; count <= allowed; count += 1) {
        const response = await test.send(session, { id: clientId(), text: 'Hi' });
        statuses.push(response.status);
        const text = await response.text();
        if (response.status !== 200) {
          const wait = Number(response.headers.get('Retry-After'));
          const end = new Date(Date.now() + wait * 1000);
          expect([wait > 0 && wait <= 86_400, end.toISOString().slice(10, 16)]).toEqual([true, 'T00:00']);
          expect(JSON.parse(text)).toMatchObject({
            code: 'LIMITS_REACHED',
            message: 'This chat is busy at the moment. Please try again later.',
          });
        }
      }
      expect([budgets, statuses]).toEqual([budgets, [...Array<number>(allowed).fill(200), 429]]);
    }
  });

  it('W-43 refuses politely what moderation flags, without asking the model', async () => {
    const { id } = await makeWidget({ config: { moderation: true } });
    const { session } = await open(id);
    const before = test.model.requests.length;
    expect(await (await test.send(session, { id: clientId(), text: 'something forbidden' })).text()).toContain(
      'I cannot answer that.',
    );
    expect(test.model.requests).toHaveLength(before);
    expect(await (await test.send(session, { id: clientId(), text: 'something kind' })).text()).toContain(
      'You said: something kind',
    );
    const { session: quiet } = await open((await makeWidget()).id);
    await (await test.send(quiet, { id: clientId(), text: 'nobody judges this' })).text();
    expect(moderated).not.toContain('nobody judges this');
  });

  it('pauses every reply for an operator, and for nobody else', async () => {
    const ben = await test.person('ben');
    expect((await ben.ask('/v1/operator/pause', { isPaused: true })).status).toBe(403);
    const { session } = await open((await makeWidget()).id);
    expect((await ana.ask('/v1/operator/pause', { isPaused: true })).status).toBe(200);
    const paused = await test.send(session, { id: clientId(), text: 'Hi' });
    expect([paused.status, paused.headers.get('retry-after'), await paused.json()]).toMatchObject([
      503,
      '60',
      { message: 'This chat is paused at the moment. Please try again later.' },
    ]);
    await ana.ask('/v1/operator/pause', { isPaused: false });
    expect((await test.send(session, { id: clientId(), text: 'Hi' })).status).toBe(200);
  });

  it('begins a new day with a new budget', async () => {
    const clock = createManualClock(Date.parse('2026-11-21T23:00:00Z'));
    const other = await startBuilderTest({ clock });
    const carl = await other.person('carl');
    const widget = await carl.make('/v1/integration/widget/create', {
      botId: await carl.make('/v1/bot/create'),
      budgets: { widget: { messages: 1 } },
    });
    const send = async () => (await other.send(await other.openSession(widget), { id: clientId(), text: 'Hi' })).status;
    expect([await send(), await send()]).toEqual([200, 429]);
    clock.advance(3_600_000);
    expect(await send()).toBe(200);
    await other.server.close(0);
  });
});
