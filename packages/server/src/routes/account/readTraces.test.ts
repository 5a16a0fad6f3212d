import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('SV-10 who is shown what visitors wrote leaves a trace, once an hour', () => {
  let test: BuilderTest;
  beforeAll(async () => {
    test = await startBuilderTest({ publicFetch: async () => Promise.reject(new Error('Nothing is reached')) });
  });
  afterAll(() => test.server.close(0));

  async function talk(widget: string, text: string): Promise<string> {
    const opened = await test.call(`/v1/integration/widget/${widget}/session/create`, { body: {} });
    const session = (await opened.json()) as TestSession;
    const { conversationId, token } = session;
    test.model.next({ text: 'An answer.' });
    await (await test.send(session, { id: clientId(), text })).text();
    const list = await test.call(`/v1/conversation/${conversationId}/message/list`, { token });
    const { items } = (await list.json()) as { items: { id: string; type: string }[] };
    const reply = items.find(({ type }) => type === 'bot')?.id ?? '';
    await test.call(`/v1/conversation/${conversationId}/message/${reply}/downvote`, { token, body: {} });
    return conversationId;
  }

  /** An account with a widget in which two visitors were. */
  async function fill(name: string) {
    const owner = await test.person(name);
    const botId = await owner.make('/v1/bot/create', { name: 'Bot' });
    const widget = await owner.make('/v1/integration/widget/create', { name: 'Shop', botId });
    const hook = { url: 'https://hooks.example/', events: ['message.created'] };
    const webhook = await owner.make('/v1/webhook/create', hook);
    const ids = [await talk(widget, 'Where is my parcel?'), await talk(widget, 'How do I pay?')];
    return { owner, ids, webhook };
  }

  /** Conversations that the log has a row of, the oldest row first, with who read them. */
  async function readsOf(owner: Person): Promise<{ id: string | null; actor: string }[]> {
    const { items } = (await owner.ask('/v1/audit/list?take=100')).body as {
      items: { action: string; actor: string; targetId: string | null }[];
    };
    return items
      .flatMap(({ action, actor, targetId: id }) => (action === 'conversation.read' ? { id, actor } : []))
      .reverse();
  }

  const graphql = (query: string) => ['/v1/graphql', { query }] as const;
  const CALLS: [string, number, (id: string, webhook: string) => readonly [path: string, body?: object]][] = [
    ['the conversation', 1, (id) => [`/v1/conversation/${id}/fetch`]],
    ['its messages', 1, (id) => [`/v1/conversation/${id}/message/list`]],
    // The cursor of the first message: base64url of 0.
    ['its messages from a cursor on', 1, (id) => [`/v1/conversation/${id}/message/list?cursor=MA`]],
    ['what a search of the inbox finds', 1, () => ['/v1/inbox/list?search=parcel']],
    ['the inbox, with first and last words', 2, () => ['/v1/inbox/list']],
    ['votes, with the replies', 2, () => ['/v1/vote/list']],
    ['votes by GraphQL', 2, () => graphql('{ votes { items { messageText } } }')],
    ['questions without an answer', 2, () => ['/v1/insights/unanswered']],
    ['what webhooks were sent', 2, (_, webhook) => [`/v1/webhook/${webhook}/delivery/list`]],
  ];

  it.each(CALLS)('SV-10: %s', async (name, count, callOf) => {
    const { owner, ids, webhook } = await fill(`owner${String(CALLS.findIndex(([each]) => each === name))}`);
    const [path, body] = callOf(ids[0] ?? '', webhook);
    for (let time = 0; time < 3; time += 1) expect((await owner.ask(path, body)).status).toBe(200);
    const reads = await readsOf(owner);
    expect(reads.map(({ actor }) => actor)).toEqual(Array<string>(count).fill('person'));
    expect(new Set(reads.map(({ id }) => id))).toEqual(new Set(ids.slice(0, count)));
  });

  it('SV-10: many calls at once leave one, and each reader leaves their own', async () => {
    const { owner, ids } = await fill('olive');
    const at = `/v1/conversation/${ids[0] ?? ''}`;
    const paths = [`${at}/fetch`, `${at}/message/list`, `${at}/message/list?cursor=MA`, `${at}/fetch`];
    await Promise.all(paths.map((path) => owner.ask(path)));
    const { secret } = (await owner.ask('/v1/secret/create', { name: 'CI', scopes: ['visitors:read'] })).body;
    const headers = { Authorization: `Bearer ${String(secret)}` };
    expect((await test.call(`${at}/fetch`, { headers })).status).toBe(200);
    expect(await readsOf(owner)).toEqual([
      { id: ids[0], actor: 'person' },
      { id: ids[0], actor: 'key' },
    ]);
  });

  it('SV-10: a program that shows visitors their own conversation leaves none', async () => {
    const { owner, ids } = await fill('piper');
    const { secret } = (await owner.ask('/v1/secret/create', { name: 'CI', scopes: ['chat'] })).body;
    const headers = { Authorization: `Bearer ${String(secret)}` };
    expect((await test.call(`/v1/conversation/${ids[0] ?? ''}/message/list`, { headers })).status).toBe(200);
    expect(await readsOf(owner)).toEqual([]);
  });
});
