import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HEARTBEAT_MS } from '../../http/replyStream';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createShortenedClock } from '../../testing/shortenedClock';
import { clientId } from '../../testing/startTestServer';
import { TYPINGS_PER_MINUTE } from '../widget/liveRoutes';
import { STREAMS_MAX, TOGETHER_MS } from './inboxStreamRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Heartbeats come two hundred times as often, and changes that come together are one for a tenth of the time. */
const hasty = createShortenedClock((delayMs) => {
  if (delayMs === HEARTBEAT_MS) return HEARTBEAT_MS / 200;
  return delayMs <= TOGETHER_MS ? delayMs / 10 : delayMs;
});

describe('the stream of the inbox', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let widgetId: string;
  beforeAll(async () => {
    test = await startBuilderTest({ clock: hasty });
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
  });
  afterAll(() => test.server.close(0));

  async function follow(headers: Record<string, string>, query = '') {
    const response = await test.call(`/v1/inbox/stream${query}`, { headers });
    const events: string[] = [];
    let isOver = false;
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    void (async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
        if (done) break;
        events.push(...[...(value ?? '').matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? ''));
      }
      isOver = true;
    })();
    const count = (event: string) => (): number => events.filter((name) => name === event).length;
    const [changes, beats] = [count('change'), count('beat')];
    return { response, events, changes, beats, isOver: () => isOver, leave: () => reader?.cancel() };
  }
  const talk = async (text: string) => {
    const session = await test.openSession(widgetId);
    await (await test.send(session, { id: clientId(), text })).text();
    return session;
  };

  it('says that something is new: a message, its reply, a vote, a contact, a state, and nothing to others', async () => {
    const [hers, his] = [await follow(ana.headers), await follow(ben.headers)];
    expect(hers.response.headers.get('content-type')).toContain('text/event-stream');
    await vi.waitFor(() => expect(hers.events).toContain('ready'));
    const session = await talk('Hello');
    const at = `/v1/conversation/${session.conversationId}`;
    const acts = [
      () => test.send(session, { id: clientId(), text: 'And?' }).then((response) => response.text()),
      () => test.call(`${at}/contact/upsert`, { token: session.token, body: { name: 'Rosa' } }),
      () => ana.ask(`${at}/update`, { state: 'solved' }),
      () => ana.ask(`${at}/take-over`, {}),
      () => ana.ask(`${at}/message/answer`, { text: 'Here I am' }),
      () => ana.ask(`${at}/hand-back`, {}),
    ];
    for (const act of acts) {
      // Everything that the act before changes has been sent.
      const beats = hers.beats();
      await vi.waitFor(() => expect(hers.beats()).toBeGreaterThan(beats + 1));
      const before = hers.changes();
      await act();
      await vi.waitFor(() => expect(hers.changes()).toBeGreaterThan(before));
    }
    await vi.waitFor(() => expect(his.events).toContain('beat'));
    expect(his.changes()).toBe(0);
    await Promise.all([hers.leave(), his.leave()]);
  });

  it('follows one conversation and no other', async () => {
    const [one, other] = [await talk('One'), await talk('Other')];
    const stream = await follow(ana.headers, `?conversationId=${one.conversationId}`);
    await vi.waitFor(() => expect(stream.events).toContain('ready'));
    await (await test.send(other, { id: clientId(), text: 'Not here' })).text();
    await vi.waitFor(() => expect(stream.events).toContain('beat'));
    expect(stream.changes()).toBe(0);
    await (await test.send(one, { id: clientId(), text: 'Here' })).text();
    await vi.waitFor(() => expect(stream.changes()).toBeGreaterThan(0));
    await stream.leave();
  });

  it('OW-26: says that a visitor types to a person, to pages on which the conversation is open, and stores nothing', async () => {
    const [one, other] = [await talk('One'), await talk('Other')];
    const at = `/v1/conversation/${one.conversationId}`;
    const [here, list] = [await follow(ana.headers, `?typingIn=${one.conversationId}`), await follow(ana.headers)];
    const foreign = await test.call(`/v1/inbox/stream?typingIn=${one.conversationId}`, { headers: ben.headers });
    expect(foreign.status).toBe(404);
    const typings = () => here.events.filter((name) => name === 'typing').length;
    const type = (session: typeof one) =>
      test.call(`/v1/conversation/${session.conversationId}/live/typing`, { token: session.token, body: {} });
    await vi.waitFor(() => expect([here, list].map(({ events }) => events[0])).toEqual(['ready', 'ready']));
    // The bot answers.
    expect((await type(one)).status).toBe(200);
    await ana.ask(`${at}/take-over`, {});
    const before = await (await test.call(`${at}/fetch`, { headers: ana.headers })).json();
    expect((await type(one)).status).toBe(200);
    await vi.waitFor(() => expect(typings()).toBe(1));
    expect((await test.call(`${at}/live/typing`, { token: other.token, body: {} })).status).toBe(404);
    await type(other);
    const beats = here.beats();
    await vi.waitFor(() => expect(here.beats()).toBeGreaterThan(beats + 1));
    expect([typings(), list.events.includes('typing')]).toEqual([1, false]);
    expect(await (await test.call(`${at}/fetch`, { headers: ana.headers })).json()).toEqual(before);
    const statuses: number[] = [];
    for (let call = 0; call <= TYPINGS_PER_MINUTE; call += 1) statuses.push((await type(one)).status);
    expect(statuses.at(-1)).toBe(429);
    await Promise.all([here.leave(), list.leave()]);
  });

  it('is not for others, and ends when its account has signed out', async () => {
    const { conversationId } = await talk('Mine');
    expect((await test.call('/v1/inbox/stream')).status).toBe(401);
    const foreign = `/v1/inbox/stream?conversationId=${conversationId}`;
    expect((await test.call(foreign, { headers: ben.headers })).status).toBe(404);
    const stream = await follow(ben.headers);
    await vi.waitFor(() => expect(stream.events).toContain('beat'));
    expect(stream.isOver()).toBe(false);
    await ben.ask('/v1/auth/signout', {});
    await vi.waitFor(() => expect(stream.isOver()).toBe(true), { timeout: 5_000 });
  });

  it('is open a limited number of times, and leaves make room', async () => {
    const all = await Promise.all(Array.from({ length: STREAMS_MAX }, () => follow(ana.headers)));
    expect((await test.call('/v1/inbox/stream', { headers: ana.headers })).status).toBe(429);
    await all[0]?.leave();
    const next = await follow(ana.headers);
    expect(next.response.status).toBe(200);
    for (const { leave } of [...all, next]) await leave();
  });
});
