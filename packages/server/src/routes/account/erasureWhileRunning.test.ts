import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { READ_MS } from '../../domain/replies/deletedReplies';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createShortenedClock } from '../../testing/shortenedClock';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { findTrace, readDump } from '../../testing/traces';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('FS-9 A708 SV-11 a reply that is being written when its conversation is erased', () => {
  let test: BuilderTest;
  let olga: Person;
  beforeAll(async () => {
    // Readers of this process need no more time than it takes to give them what is there.
    test = await startBuilderTest({ clock: createShortenedClock((ms) => (ms === READ_MS ? ms / 10 : ms)) });
    olga = await test.person('olga');
  });
  afterAll(() => test.server.close(0));

  /** An account with a widget, and a visitor whom its host vouched for. */
  async function open(name: string) {
    const owner = await test.person(name);
    const botId = await owner.make('/v1/bot/create', { name: 'Bot' });
    const widget = await owner.make('/v1/integration/widget/create', { name: 'Shop', botId });
    const { secret } = (await owner.ask(`/v1/integration/widget/${widget}/identity/create`, {})).body;
    const identity = await new SignJWT({ sub: `${name}-visitor` })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(String(secret)));
    const opened = await test.call(`/v1/integration/widget/${widget}/session/create`, {
      body: { contact: { identity } },
    });
    return { owner, session: (await opened.json()) as TestSession };
  }

  /** Begins a reply that says its first words and then nothing, until `goOn`. */
  async function begin(session: TestSession) {
    let goOn = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    test.model.next({ text: 'The first words.' }, { until }, { text: ' The last words.' });
    const response = await test.send(session, { id: clientId(), text: 'Tell me a story' });
    expect(response.status).toBe(200);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let read = '';
    const readUntil = async (words: string): Promise<void> => {
      while (!read.includes(words)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended without ${words}: ${read}`);
        read += decoder.decode(value);
      }
    };
    await readUntil('The first words.');
    const rest = async (): Promise<string> => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return read;
        read += decoder.decode(value);
      }
    };
    return { goOn, rest };
  }

  async function expectGone({ conversationId, token }: TestSession, stream: string): Promise<void> {
    expect(stream).toContain('event: abort\ndata: {"reason":"deleted"}');
    expect(stream).toContain('event: completeEnd');
    expect(stream).not.toContain('event: error');
    expect(stream).not.toContain('The last words.');
    expect(test.model.openCalls).toBe(0);
    const found = findTrace(await readDump(test.database), conversationId);
    expect([...found.keys()].filter((name) => name !== 'audit_log')).toEqual([]);
    expect(findTrace(await readDump(test.database), 'The first words.').size).toBe(0);
    const list = await test.call(`/v1/conversation/${conversationId}/message/list`, { token });
    const sent = await test.call(`/v1/conversation/${conversationId}/complete`, {
      token,
      body: { id: clientId(), text: 'And then?' },
    });
    expect([list.status, sent.status]).toEqual([404, 404]);
  }

  type Answered = { status: number; body: Record<string, unknown> };
  type Erase = (of: { owner: Person; session: TestSession; name: string }) => Promise<Answered>;
  /** The reply so far is stored before everything is deleted. */
  const STOPPED_FIRST = { counts: { messages: 2, replies: 1 } };

  it.each<[string, Erase, object]>([
    [
      'visitor',
      async ({ session: { conversationId: id, token } }) => {
        const response = await test.call(`/v1/conversation/${id}/delete`, { token, body: {} });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      },
      STOPPED_FIRST,
    ],
    ['subject', ({ owner, name }) => owner.ask('/v1/subject/delete', { subject: `${name}-visitor` }), STOPPED_FIRST],
    [
      'widget',
      async ({ owner }) => {
        const [widget] = (await owner.ask('/v1/integration/widget/list')).body['items'] as { id: string }[];
        return owner.ask(`/v1/integration/widget/${widget?.id ?? ''}/delete`, {});
      },
      {},
    ],
    ['account', ({ owner, name }) => owner.ask('/v1/account/delete', { email: `${name}@example.com` }), STOPPED_FIRST],
    [
      'operator',
      ({ session }) => olga.ask(`/v1/operator/conversation/${session.conversationId}/delete`, {}),
      STOPPED_FIRST,
    ],
  ])('is stopped first, and its reader gets the end: %s', async (name, erase, receipt) => {
    const { owner, session } = await open(name);
    const { goOn, rest } = await begin(session);
    expect(await erase({ owner, session, name })).toMatchObject({ status: 200, body: receipt });
    goOn();
    await expectGone(session, await rest());
  });

  it('begun while the rows are being deleted, it is ended as well, and nothing of it is stored', async () => {
    const { session } = await open('late');
    const { transaction } = test.database;
    let reply: Awaited<ReturnType<typeof begin>> | undefined;
    const spy = vi.spyOn(test.database, 'transaction').mockImplementation(async (work, config) => {
      // The transaction that deletes is the first one; what begins in between is not known to it.
      spy.mockRestore();
      reply = await begin(session);
      return transaction.call(test.database, work, config);
    });
    const at = `/v1/conversation/${session.conversationId}/delete`;
    expect((await test.call(at, { token: session.token, body: {} })).status).toBe(200);
    expect(reply).toBeDefined();
    await expectGone(session, (await reply?.rest()) ?? '');
  });

  it('what is stored for a conversation that was just deleted is answered with 404, not 500', async () => {
    const { session } = await open('meanwhile');
    const { transaction } = test.database;
    const { conversationId, token } = session;
    const spy = vi.spyOn(test.database, 'transaction').mockImplementation(async (work, config) => {
      spy.mockRestore();
      await olga.ask(`/v1/operator/conversation/${conversationId}/delete`, {});
      return transaction.call(test.database, work, config);
    });
    const sent = await test.send(session, { id: clientId(), text: 'Hello?' });
    expect([sent.status, await sent.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    expect(
      (await test.call(`/v1/conversation/${conversationId}/contact/upsert`, { token, body: { name: 'A' } })).status,
    ).toBe(404);
  });
});
