import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Opened = TestSession & { readonly resumed: boolean };

describe('FS-1, A607, W-32: a conversation belongs to one subject', () => {
  const clock = createManualClock(Date.parse('2026-11-23T08:00:00Z'));
  let test: BuilderTest;
  let ana: Person;
  let bot: string;
  beforeAll(async () => {
    test = await startBuilderTest({ clock });
    ana = await test.person('ana');
    bot = await ana.make('/v1/bot/create', { name: 'B' });
  });
  afterAll(() => test.server.close(0));

  const makeWidget = async (fields: object = {}) => {
    const id = await ana.make('/v1/integration/widget/create', { botId: bot, ...fields });
    const secret = String((await ana.ask(`/v1/integration/widget/${id}/identity/create`, {})).body['secret']);
    return { id, secret };
  };
  /** A proof of the host's backend, good for an hour. */
  const proofOf = (
    secret: string,
    sub: string,
    { lifeSeconds = 3600, issuedAt = clock.now() }: { lifeSeconds?: number; issuedAt?: number } = {},
  ) =>
    new SignJWT({ sub, name: sub })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(Math.floor(issuedAt / 1000))
      .setExpirationTime(Math.floor(clock.now() / 1000) + lifeSeconds)
      .sign(new TextEncoder().encode(secret));
  const create = (widget: string, body: object = {}, token?: string) =>
    test.call(`/v1/integration/widget/${widget}/session/create`, { body, token });
  const open = async (widget: string, body: object = {}, token?: string): Promise<Opened> => {
    const response = await create(widget, body, token);
    expect(response.status).toBe(200);
    return (await response.json()) as Opened;
  };
  const send = async (session: TestSession, text: string) =>
    (await test.send(session, { id: clientId(), text })).text();
  const list = (session: TestSession) =>
    test.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token });
  const textsOf = async (session: TestSession) =>
    ((await (await list(session)).json()) as { items: { text: string }[] }).items.map(({ text }) => text);
  const subjectOf = async ({ conversationId }: TestSession) =>
    (await readConversation(test.database, conversationId))?.conversation.subject;
  const verifier = 'a-verifier-that-only-one-browser-session-knows-0001';
  const challenge = createHash('sha256').update(verifier).digest('base64url');

  it('refuses the proof of a second person, and no proof at all, on somebody’s conversation', async () => {
    const { id, secret } = await makeWidget();
    const carol = await open(id, { contact: { identity: await proofOf(secret, 'carol') } });
    await send(carol, 'My account number is 1234');
    expect(await subjectOf(carol)).toBe('carol');

    const continues = { conversationId: carol.conversationId };
    const dave = await create(id, { ...continues, contact: { identity: await proofOf(secret, 'dave') } }, carol.token);
    expect([dave.status, await dave.json()]).toMatchObject([409, { code: 'CONFLICT' }]);
    const nobody = await create(id, continues, carol.token);
    expect([nobody.status, await nobody.json()]).toMatchObject([403, { code: 'NOT_AUTHORIZED' }]);

    const again = await open(id, { ...continues, contact: { identity: await proofOf(secret, 'carol') } }, carol.token);
    expect(again).toMatchObject({ conversationId: carol.conversationId, resumed: true });
    expect(await textsOf(again)).toContain('My account number is 1234');
    expect(await readContact(test.database, carol.conversationId)).toMatchObject({
      externalId: 'carol',
      name: 'carol',
    });
  });

  it('srv-02 refuses a second person’s proof on the contact, and binds nobody that way', async () => {
    const { id, secret } = await makeWidget();
    const upsert = (session: TestSession, contact: object) =>
      test.call(`/v1/conversation/${session.conversationId}/contact/upsert`, { body: contact, token: session.token });
    const carol = await open(id, { contact: { identity: await proofOf(secret, 'carol') } });
    const dave = await upsert(carol, { identity: await proofOf(secret, 'dave') });
    expect([dave.status, await dave.json()]).toMatchObject([409, { code: 'CONFLICT' }]);
    expect((await upsert(carol, { identity: await proofOf(secret, 'carol'), phone: '1' })).status).toBe(200);
    expect(await readContact(test.database, carol.conversationId)).toMatchObject({
      externalId: 'carol',
      name: 'carol',
      phone: '1',
    });

    const anonymous = await open(id, { challenge });
    expect((await upsert(anonymous, { identity: await proofOf(secret, 'carol') })).status).toBe(409);
    expect(await subjectOf(anonymous)).toBeNull();
    expect((await upsert(anonymous, { name: 'Somebody' })).status).toBe(200);
  });

  it('binds an anonymous conversation once, for the browser session that made it, and ends its tokens at once', async () => {
    const { id, secret } = await makeWidget();
    const anonymous = await open(id, { challenge });
    await send(anonymous, 'Before I signed in');
    const other = await open(id, { conversationId: anonymous.conversationId }, anonymous.token);
    expect(other.conversationId).toBe(anonymous.conversationId);

    // Renewed in another tab it is still bound by the one that made it.
    const carol = await open(
      id,
      { conversationId: anonymous.conversationId, verifier, contact: { identity: await proofOf(secret, 'carol') } },
      other.token,
    );
    expect(carol).toMatchObject({ conversationId: anonymous.conversationId, resumed: true });
    expect(await subjectOf(carol)).toBe('carol');
    expect(await textsOf(carol)).toContain('Before I signed in');
    expect(await readContact(test.database, carol.conversationId)).toMatchObject({
      externalId: 'carol',
      isVerified: true,
    });

    for (const ended of [anonymous, other]) {
      const path = `/v1/conversation/${ended.conversationId}`;
      const calls = await Promise.all([
        list(ended),
        test.send(ended, { id: clientId(), text: 'I go on in her conversation' }),
        test.call(`${path}/complete`, { token: ended.token }),
        test.call(`${path}/abort`, { body: {}, token: ended.token }),
        test.call(`${path}/message/create`, { body: { id: clientId(), type: 'user', text: 'x' }, token: ended.token }),
        test.call(`${path}/contact/upsert`, { body: { name: 'x' }, token: ended.token }),
        test.call(`${path}/unfurl`, { body: { url: 'https://example.com' }, token: ended.token }),
        test.call(`${path}/attachment/list`, { token: ended.token }),
        test.call(`${path}/message/msg_1/upvote`, { body: {}, token: ended.token }),
        test.call(`${path}/message/msg_1/synthesize`, { body: {}, token: ended.token }),
        test.call('/v1/channel/ch_unknown_0001/publish', { body: { message: {} }, token: ended.token }),
      ]);
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 401));
      expect((await create(id, { conversationId: ended.conversationId }, ended.token)).status).toBe(403);
    }
    expect(await textsOf(carol)).not.toContain('I go on in her conversation');
  });

  it.each([
    ['without a verifier', {}],
    ['with a guessed verifier', { verifier: 'a-guess-that-is-as-long-as-a-real-verifier-would-be' }],
  ])('A606: whoever only holds the token of an anonymous conversation cannot make it theirs, %s', async (_, guess) => {
    const { id, secret } = await makeWidget();
    const victim = await open(id, { challenge });
    await send(victim, 'Mine');
    const thief = await open(
      id,
      { conversationId: victim.conversationId, ...guess, contact: { identity: await proofOf(secret, 'thief') } },
      victim.token,
    );
    expect(thief.resumed).toBe(false);
    expect(thief.conversationId).not.toBe(victim.conversationId);
    expect(await subjectOf(victim)).toBeNull();
    expect(await textsOf(victim)).toContain('Mine');
  });

  it('A606: a conversation that began without a challenge is nobody’s to take', async () => {
    const { id, secret } = await makeWidget();
    const anonymous = await open(id);
    const made = await open(
      id,
      { conversationId: anonymous.conversationId, verifier, contact: { identity: await proofOf(secret, 'carol') } },
      anonymous.token,
    );
    expect(made.resumed).toBe(false);
    expect(await subjectOf(anonymous)).toBeNull();
  });

  it('A607: a renewal needs a proof that is still good', async () => {
    const { id, secret } = await makeWidget();
    const identity = await proofOf(secret, 'carol');
    const carol = await open(id, { contact: { identity } });
    clock.advance(2 * 3_600_000);
    const late = await create(id, { conversationId: carol.conversationId, contact: { identity } }, carol.token);
    expect([late.status, await late.json()]).toMatchObject([403, { code: 'NOT_AUTHORIZED' }]);
    expect(
      await open(
        id,
        { conversationId: carol.conversationId, contact: { identity: await proofOf(secret, 'carol') } },
        carol.token,
      ),
    ).toMatchObject({ resumed: true });
  });

  it('A607 srv-02: a token lives no longer than identityFreshness after its proof was made, and an older proof is refused', async () => {
    const { id, secret } = await makeWidget({ identityFreshnessMs: 600_000 });
    const now = clock.now();
    const carol = await open(id, {
      contact: { identity: await proofOf(secret, 'carol', { issuedAt: now - 120_000 }) },
    });
    expect(carol.expiresAt - now).toBe(480_000);
    expect(
      (await create(id, { contact: { identity: await proofOf(secret, 'carol', { issuedAt: now - 700_000 }) } })).status,
    ).toBe(403);
    clock.advance(480_000 + 61_000);
    expect((await list(carol)).status).toBe(401);
    // One that was made last month cannot be told from one of now.
    const digest = createHmac('sha256', secret).update('a@example.com').digest('hex');
    const refused = await create(id, { contact: { email: 'a@example.com', identity: digest } });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { message: expect.stringContaining('An HMAC has no timestamp') as string },
    ]);
  });

  it('binds the digest form to its address', async () => {
    const { id, secret } = await makeWidget();
    const contactOf = (email: string) => ({
      email,
      identity: createHmac('sha256', secret).update(email).digest('hex'),
    });
    const carol = await open(id, { contact: contactOf('carol@example.com') });
    const continues = { conversationId: carol.conversationId };
    expect(await subjectOf(carol)).toBe('carol@example.com');
    expect((await create(id, { ...continues, contact: contactOf('dave@example.com') }, carol.token)).status).toBe(409);
    expect((await create(id, { ...continues, contact: { email: 'carol@example.com' } }, carol.token)).status).toBe(403);
    expect(await open(id, { ...continues, contact: contactOf('carol@example.com') }, carol.token)).toMatchObject({
      resumed: true,
    });
  });

  it('holds requiresIdentity for going on, too', async () => {
    const { id, secret } = await makeWidget();
    const before = await open(id);
    await send(before, 'Hello');
    await ana.ask(`/v1/integration/widget/${id}/update`, { requiresIdentity: true });
    expect((await create(id, { conversationId: before.conversationId }, before.token)).status).toBe(403);
    const sent = await test.send(before, { id: clientId(), text: 'Go on' });
    expect([sent.status, await sent.json()]).toMatchObject([403, { code: 'NOT_AUTHORIZED' }]);
    expect((await list(before)).status).toBe(403);
    const carol = await open(id, { contact: { identity: await proofOf(secret, 'carol') } });
    expect(await send(carol, 'Hello')).toContain('You said: Hello');
  });

  it('lets the account’s own program vouch for its visitors', async () => {
    const { id, secret } = await makeWidget({ requiresIdentity: true });
    const key = (await ana.ask('/v1/secret/create', { name: 'backend' })).body['secret'] as string;
    const trusted = await open(id, {}, key);
    expect(await send(trusted, 'Hello')).toContain('You said: Hello');

    const carol = await open(id, { contact: { identity: await proofOf(secret, 'carol') } }, key);
    const renewed = await test.call(`/v1/conversation/${carol.conversationId}/session/create`, {
      body: {},
      token: key,
    });
    const { token } = (await renewed.json()) as { token: string };
    expect((await list({ ...carol, token })).status).toBe(200);
    expect(await open(id, { conversationId: carol.conversationId }, key)).toMatchObject({ resumed: true });
    expect(
      (
        await create(
          id,
          { conversationId: carol.conversationId, contact: { identity: await proofOf(secret, 'dave') } },
          key,
        )
      ).status,
    ).toBe(409);
  });

  it('says who it is about in the token, without the name the host has for them', async () => {
    const { id, secret } = await makeWidget();
    const claims = async (session: TestSession) => decodeJwt(session.token)['vis'];
    const carol = await open(id, { contact: { identity: await proofOf(secret, 'carol@example.com') } });
    expect(await claims(carol)).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify(decodeJwt(carol.token))).not.toContain('carol');
    expect(await claims(await open(id))).toBeUndefined();
  });

  it('resumes a conversation that has a subject since its token was given out, with a proof', async () => {
    const { id, secret } = await makeWidget();
    const before = await open(id, { challenge });
    await test.database.execute(sql`update conversations set subject = 'carol' where id = ${before.conversationId}`);
    expect(await subjectOf(before)).toBe('carol');
    expect((await list(before)).status).toBe(401);
    const continues = { conversationId: before.conversationId };
    expect((await create(id, continues, before.token)).status).toBe(403);
    expect(
      await open(id, { ...continues, contact: { identity: await proofOf(secret, 'carol') } }, before.token),
    ).toMatchObject({ ...continues, resumed: true });
  });

  it('A703: people behind one address do not use up each other’s sessions with proofs that are good', async () => {
    const limited = await startBuilderTest({
      clock,
      rateLimits: { sessionCreate: 2, complete: 100, completePerAddress: 100, session: 3, signIn: 100, user: 1000 },
    });
    try {
      const owner = await limited.person('owner');
      const widget = await owner.make('/v1/integration/widget/create', {
        botId: await owner.make('/v1/bot/create', { name: 'B' }),
      });
      const secret = String((await owner.ask(`/v1/integration/widget/${widget}/identity/create`, {})).body['secret']);
      const ask = async (contact?: object) =>
        (
          await limited.call(`/v1/integration/widget/${widget}/session/create`, {
            body: { ...(contact && { contact }) },
          })
        ).status;
      const people = await Promise.all(
        ['a', 'b', 'c'].map(async (sub) => ask({ identity: await proofOf(secret, sub) })),
      );
      expect(people).toEqual([200, 200, 200]);
      const identity = await proofOf(secret, 'd');
      expect([
        await ask({ identity }),
        await ask({ identity }),
        await ask({ identity }),
        await ask({ identity }),
      ]).toEqual([200, 200, 200, 429]);
      expect([
        await ask({ identity: 'none' }),
        await ask({ identity: 'none' }),
        await ask({ identity: 'none' }),
        await ask(),
      ]).toEqual([403, 403, 429, 429]);
    } finally {
      await limited.server.close(0);
    }
  });
});
