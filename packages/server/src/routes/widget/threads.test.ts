import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Page = { items: { id: string; title: string; createdAt: number; updatedAt: number }[]; cursor: string | null };

describe('FI-9 earlier conversations of a verified visitor', () => {
  const clock = createManualClock(Date.parse('2026-11-23T08:00:00Z'));
  let test: BuilderTest;
  let ana: Person;
  let widgets: { id: string; secret: string }[];
  beforeAll(async () => {
    test = await startBuilderTest({ clock });
    ana = await test.person('ana');
    const bot = await ana.make('/v1/bot/create', { name: 'B' });
    widgets = await Promise.all(
      [1, 2].map(async () => {
        const id = await ana.make('/v1/integration/widget/create', { botId: bot });
        const { body } = await ana.ask(`/v1/integration/widget/${id}/identity/create`, {});
        return { id, secret: String(body['secret']) };
      }),
    );
  });
  afterAll(() => test.server.close(0));

  const proofOf = (secret: string, sub: string) =>
    new SignJWT({ sub })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(Math.floor(clock.now() / 1000))
      .setExpirationTime(Math.floor(clock.now() / 1000) + 3600)
      .sign(new TextEncoder().encode(secret));
  const open = async (sub?: string, at = 0): Promise<TestSession> => {
    const { id = '', secret = '' } = widgets[at] ?? {};
    const body = sub === undefined ? {} : { contact: { identity: await proofOf(secret, sub) } };
    const response = await test.call(`/v1/integration/widget/${id}/session/create`, { body });
    expect(response.status).toBe(200);
    return (await response.json()) as TestSession;
  };
  const write = async (session: TestSession, text: string): Promise<TestSession> => {
    clock.advance(1000);
    await (await test.send(session, { id: clientId(), text })).text();
    return session;
  };
  const list = (session: TestSession, query = '') =>
    test.call(`/v1/conversation/${session.conversationId}/thread/list${query}`, { token: session.token });
  const pageOf = async (session: TestSession, query?: string) => (await (await list(session, query)).json()) as Page;
  const openThread = (session: TestSession, threadId: string) =>
    test.call(`/v1/conversation/${session.conversationId}/thread/${threadId}/open`, {
      body: {},
      token: session.token,
    });
  const textsOf = async ({ conversationId, token }: TestSession) => {
    const page = await test.call(`/v1/conversation/${conversationId}/message/list`, { token });
    return ((await page.json()) as { items: { text: string }[] }).items.map(({ text }) => text);
  };

  it('lists those of this person with this widget in which they wrote, the last used first, page by page', async () => {
    const first = await write(await open('carol'), `Where is my parcel?\nIt is ${'very '.repeat(40)}late`);
    const second = await write(await open('carol'), `A word ${'a'.repeat(30)} ${'b'.repeat(30)} ${'c'.repeat(30)}`);
    await write(await open('dave'), 'Mine, not hers');
    await write(await open('carol', 1), 'On another site');
    await write(await open(), 'Anonymous');
    const empty = await open('carol');

    const { items, cursor } = await pageOf(empty);
    expect(items.map(({ id, title }) => [id, title])).toEqual([
      [second.conversationId, `A word ${'a'.repeat(30)} ${'b'.repeat(30)}…`],
      [first.conversationId, 'Where is my parcel?'],
    ]);
    expect(cursor).toBeNull();
    await write(first, 'And now?');
    const [newest] = (await pageOf(empty)).items;
    expect(newest).toMatchObject({ id: first.conversationId, updatedAt: clock.now() });

    const one = await pageOf(empty, '?take=1');
    const two = await pageOf(empty, `?take=1&cursor=${one.cursor ?? ''}`);
    expect([one, two].map((page) => page.items.map(({ id }) => id))).toEqual([
      [first.conversationId],
      [second.conversationId],
    ]);
    expect(two.cursor).toBeNull();
    expect((await list(empty, '?cursor=none')).status).toBe(400);
  });

  it('sse-21: keeps a question that ends in an emoji, and no title has half of one', async () => {
    const counts = [59, 60, 78, 79, 80, 119, 120, 239, 240];
    for (const emoji of ['\u{1f44d}', '👩‍👩‍👧', '🇩🇪']) {
      const sub = `emoji-${emoji}`;
      for (const count of counts) {
        const text = `${'a'.repeat(count)}${emoji}`;
        expect((await textsOf(await write(await open(sub), text)))[0]).toBe(text);
      }
      const titles = (await pageOf(await open(sub))).items.map(({ title }) => title);
      const whole = (count: number) => count + emoji.length <= 80;
      expect(titles.reverse()).toEqual(
        counts.map((count) => `${'a'.repeat(Math.min(count, 80))}${whole(count) ? emoji : '…'}`),
      );
    }
  });

  it('opens one, which is gone on with', async () => {
    const earlier = await write(await open('erin'), 'Yesterday');
    // Its own token can no longer be renewed.
    clock.advance(2 * 86_400_000);
    const today = await open('erin');
    const opened = await openThread(today, earlier.conversationId);
    expect(opened.status).toBe(200);
    const session = (await opened.json()) as TestSession & { expiresAt: number };
    expect(session.conversationId).toBe(earlier.conversationId);
    expect(session.expiresAt).toBeLessThanOrEqual(today.expiresAt);
    await write(session, 'Today');
    expect(await textsOf(session)).toEqual(['Yesterday', expect.any(String), 'Today', expect.any(String)]);
    // Renewed as any other, with a proof.
    const { id = '', secret = '' } = widgets[0] ?? {};
    const renewed = await test.call(`/v1/integration/widget/${id}/session/create`, {
      body: { conversationId: session.conversationId, contact: { identity: await proofOf(secret, 'erin') } },
      token: session.token,
    });
    expect(await renewed.json()).toMatchObject({ conversationId: earlier.conversationId, resumed: true });
  });

  it('A607: answers for somebody else’s as for an unknown one, and gives nothing to an anonymous visitor', async () => {
    const frank = await write(await open('frank'), 'Private');
    const elsewhere = await write(await open('grace', 1), 'On another site');
    const anonymous = await write(await open(), 'Anonymous');
    const grace = await open('grace');
    for (const id of [frank.conversationId, elsewhere.conversationId, anonymous.conversationId, 'conv_unknown_0001']) {
      const refused = await openThread(grace, id);
      expect([id, refused.status, await refused.json()]).toEqual([
        id,
        404,
        expect.objectContaining({ code: 'NOT_FOUND' }),
      ]);
    }
    expect((await list(anonymous)).status).toBe(403);
    expect((await openThread(anonymous, frank.conversationId)).status).toBe(403);
    expect((await list({ ...grace, conversationId: frank.conversationId })).status).toBe(404);
    expect((await list({ ...grace, token: 'none' })).status).toBe(401);
  });

  it('opens nothing for longer than the token it is asked with, and nothing after its sessions were ended', async () => {
    const first = await write(await open('heidi'), 'First');
    const { id = '', secret = '' } = widgets[0] ?? {};
    clock.advance(60_000);
    const made = await test.call(`/v1/integration/widget/${id}/session/create`, {
      body: { contact: { identity: await proofOf(secret, 'heidi') }, durationInSeconds: 1800 },
    });
    const short = (await made.json()) as TestSession & { expiresAt: number };
    const opened = (await (await openThread(short, first.conversationId)).json()) as { expiresAt: number };
    expect(opened.expiresAt).toBe(short.expiresAt);
    clock.advance(5000);
    await ana.ask(`/v1/conversation/${first.conversationId}/sign-out`, {});
    expect((await openThread(short, first.conversationId)).status).toBe(401);
  });
});
