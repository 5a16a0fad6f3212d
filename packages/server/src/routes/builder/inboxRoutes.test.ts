import type { MessagePart } from '@sotto/widget-core/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { messages } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Item {
  readonly id: string;
  readonly state: string;
  readonly isUnread: boolean;
  readonly firstText: string;
  readonly lastText: string;
  readonly lastSpeaker: string;
  readonly contact: { name: string } | null;
  readonly votes: { up: number; down: number };
  readonly agent: { name: string } | null;
}
interface Line {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly author?: { name: string; picture?: string };
}

describe('the inbox of an owner', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let widgetId: string;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
  });
  afterAll(() => test.server.close(0));

  async function send(session: TestSession, text: string): Promise<Line[]> {
    const response = await test.send(session, { id: clientId(), text }, { Accept: 'application/json' });
    expect(response.status).toBe(200);
    return ((await response.json()) as { messages: Line[] }).messages;
  }
  async function talk(text: string): Promise<TestSession> {
    const session = await test.openSession(widgetId);
    await send(session, text);
    return session;
  }
  async function history(session: TestSession): Promise<Line[]> {
    const path = `/v1/conversation/${session.conversationId}/message/list`;
    return ((await (await test.call(path, { token: session.token })).json()) as { items: Line[] }).items;
  }
  async function list(query = '', who = ana): Promise<{ items: Item[]; cursor: string | null }> {
    const { status, body } = await who.ask(`/v1/inbox/list?widgetId=${widgetId}${query}`);
    expect(status).toBe(200);
    return body as never;
  }
  const idsOf = async (query: string): Promise<string[]> => (await list(query)).items.map(({ id }) => id);

  it('lists what was said first and last, the last active first, and what nobody has read', async () => {
    const older = await talk('Where is my parcel?');
    const newer = await talk('Do you ship to Lisbon?');
    const { items } = await list();
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([newer.conversationId, older.conversationId]);
    expect(items[0]).toMatchObject({
      state: 'open',
      isUnread: true,
      firstText: 'Do you ship to Lisbon?',
      lastSpeaker: 'bot',
      agent: null,
    });
    expect((await ana.ask(`/v1/conversation/${newer.conversationId}/update`, { isRead: true })).status).toBe(200);
    expect((await list()).items.find(({ id }) => id === newer.conversationId)?.isUnread).toBe(false);
    await send(older, 'Hello again');
    expect((await idsOf('&take=1'))[0]).toBe(older.conversationId);
  });

  it('leaves out sessions in which nobody has written', async () => {
    const { conversationId } = await test.openSession(widgetId);
    expect(await idsOf('&take=100')).not.toContain(conversationId);
  });

  it('goes on where the last page ended', async () => {
    for (const text of ['one', 'two', 'three']) await talk(text);
    const all = await idsOf('&take=100');
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: Item[]; cursor: string | null } = await list(`&take=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBe(all.length);
    expect((await ana.ask('/v1/inbox/list?cursor=nonsense')).status).toBe(400);
  });

  it('finds words, their beginnings, addresses, and words of languages without spaces', async () => {
    const { conversationId: one } = await talk('The turquoise kettle leaks, write to kim@example.org');
    const { conversationId: two } = await talk('返品の方法を教えてください');
    expect(await idsOf('&search=turq')).toEqual([one]);
    expect(await idsOf(`&search=${encodeURIComponent('leaks KETTLE')}`)).toEqual([one]);
    expect(await idsOf(`&search=${encodeURIComponent('kim@example.org')}`)).toEqual([one]);
    expect(await idsOf(`&search=${encodeURIComponent('方法')}`)).toEqual([two]);
    expect(await idsOf('&search=zeppelin')).toEqual([]);
    expect(await idsOf(`&search=${encodeURIComponent("' & ! (:* %")}`)).toEqual([]);
  });

  it('filters by state, vote, contact and time', async () => {
    const session = await talk('A filtered question');
    const { conversationId: id, token } = session;
    expect(await idsOf('&state=solved')).toEqual([]);
    await ana.ask(`/v1/conversation/${id}/update`, { state: 'solved' });
    expect(await idsOf('&state=solved')).toEqual([id]);
    await send(session, 'It is not solved');
    expect(await idsOf('&state=solved')).toEqual([]);

    expect(await idsOf('&vote=down')).toEqual([]);
    const reply = (await history(session)).find(({ type }) => type === 'bot');
    await test.call(`/v1/conversation/${id}/message/${reply?.id ?? ''}/downvote`, { token, body: {} });
    expect(await idsOf('&vote=down')).toEqual([id]);
    expect(await idsOf('&vote=up')).toEqual([]);

    expect(await idsOf('&tool=failed')).toEqual([]);
    const parts: MessagePart[] = [
      { type: 'tool', callId: 'a', name: 'look_up', state: 'done', startedAt: 1, endedAt: 2 },
      { type: 'tool', callId: 'b', name: 'look_up', state: 'failed', startedAt: 1, endedAt: 2 },
    ];
    await test.database
      .update(messages)
      .set({ parts: parts.slice(0, 1) })
      .where(eq(messages.id, reply?.id ?? ''));
    expect(await idsOf('&tool=failed')).toEqual([]);
    await test.database
      .update(messages)
      .set({ parts })
      .where(eq(messages.id, reply?.id ?? ''));
    expect(await idsOf('&tool=failed')).toEqual([id]);

    expect(await idsOf('&hasContact=true')).toEqual([]);
    await test.call(`/v1/conversation/${id}/contact/upsert`, { token, body: { name: 'Kim' } });
    expect(await idsOf('&hasContact=true')).toEqual([id]);
    expect(await idsOf('&hasContact=false&take=100')).not.toContain(id);
    expect(await idsOf(`&from=${String(Date.now() + 60_000)}`)).toEqual([]);
    expect(await idsOf(`&from=1&to=${String(Date.now() + 60_000)}`)).toContain(id);
    expect((await ana.ask('/v1/inbox/list?state=closed')).status).toBe(400);
  });

  it('is nobody else’s', async () => {
    const { conversationId: id } = await talk('A private matter');
    expect((await ben.ask('/v1/inbox/list')).body['items']).toEqual([]);
    expect((await ben.ask(`/v1/inbox/list?widgetId=${widgetId}`)).status).toBe(404);
    const calls = {
      update: { state: 'solved' },
      'take-over': {},
      'hand-back': {},
      typing: {},
      'message/answer': { text: 'Hi' },
    };
    for (const [name, body] of Object.entries(calls)) {
      expect((await ben.ask(`/v1/conversation/${id}/${name}`, body)).status).toBe(404);
      expect((await test.call(`/v1/conversation/${id}/${name}`, { body })).status).toBe(401);
    }
    expect((await list('&take=100')).items.find((item) => item.id === id)).toMatchObject({
      state: 'open',
      agent: null,
    });
  });

  it('keeps the bot quiet while a person answers, and everything in its order', async () => {
    const session = await talk('Is anybody there?');
    const { conversationId: id, token } = session;
    const taken = await ana.ask(`/v1/conversation/${id}/take-over`, {
      name: 'Ana',
      picture: 'https://a.example/a.png',
    });
    expect(taken.body).toEqual({ id, state: 'open', agent: { name: 'Ana', picture: 'https://a.example/a.png' } });
    expect((await send(session, 'A person, please')).map(({ type }) => type)).toEqual(['user']);
    expect(await idsOf('&state=waiting')).toEqual([id]);
    const answered = await ana.ask(`/v1/conversation/${id}/message/answer`, { id: clientId(), text: 'I am here.' });
    expect(answered.status).toBe(200);
    await send(session, 'Thank you');
    const lines = (await history(session)).slice(2);
    expect(lines.map(({ text }) => text)).toEqual(['A person, please', 'I am here.', 'Thank you']);
    expect(lines[1]).toMatchObject({ type: 'bot', author: { name: 'Ana', picture: 'https://a.example/a.png' } });

    const back = await ana.ask(`/v1/conversation/${id}/hand-back`, {});
    expect(back.body).toEqual({ id, state: 'open', agent: null });
    expect((await send(session, 'And the bot?')).map(({ type }) => type)).toEqual(['user', 'bot']);
    const { body } = await ana.ask(`/v1/conversation/${id}/fetch`);
    expect(body).toMatchObject({ agent: null, canAnswer: true });
    expect((await test.call(`/v1/conversation/${id}/message/answer`, { token, body: { text: 'x' } })).status).toBe(401);
  });

  it('stores an answer once, and refuses an empty one', async () => {
    const session = await talk('Twice?');
    const path = `/v1/conversation/${session.conversationId}/message/answer`;
    const body = { id: clientId(), text: 'Once.' };
    const [first, second] = [await ana.ask(path, body), await ana.ask(path, body)];
    expect(second.body['id']).toBe(first.body['id']);
    expect((await history(session)).filter(({ text }) => text === 'Once.')).toHaveLength(1);
    expect((await ana.ask(path, { ...body, text: 'Something else' })).status).toBe(422);
    expect((await ana.ask(path, { text: '  ' })).status).toBe(400);
    expect((await ana.ask(path, { text: 'x', picture: 'javascript:alert(1)' })).status).toBe(400);
  });

  describe('what a visitor’s page follows', () => {
    const follow = async ({ conversationId, token }: TestSession, after?: number) => {
      const query = after === undefined ? '' : `?after=${String(after)}`;
      const response = await test.call(`/v1/conversation/${conversationId}/live${query}`, { token });
      return (await response.json()) as { revision: number; agent: { name: string } | null; typingMs: number };
    };

    it('comes at once the first time, and then as soon as a person does something', async () => {
      const session = await talk('Live?');
      const path = `/v1/conversation/${session.conversationId}`;
      expect(await follow(session)).toEqual({ revision: 0, agent: null, typingMs: 0 });
      expect((await ana.ask(`${path}/typing`, {})).status).toBe(409);

      const coming = [follow(session, 0), follow(session, 0)];
      await ana.ask(`${path}/take-over`, { name: 'Ana' });
      for (const page of coming) expect(await page).toMatchObject({ revision: 1, agent: { name: 'Ana' } });

      const typing = follow(session, 1);
      await ana.ask(`${path}/typing`, {});
      expect((await typing).typingMs).toBeGreaterThan(3_000);

      const answered = follow(session, 2);
      await ana.ask(`${path}/message/answer`, { text: 'Yes.' });
      expect(await answered).toMatchObject({ revision: 3, typingMs: 0 });
    });

    it('is for the visitor alone', async () => {
      const [one, other] = [await talk('One'), await talk('Two')];
      const path = `/v1/conversation/${one.conversationId}/live`;
      expect((await test.call(path, { token: other.token })).status).toBe(404);
      expect((await test.call(path)).status).toBe(401);
    });
  });
});
