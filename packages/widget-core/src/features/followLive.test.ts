import { describe, expect, it } from 'vitest';
import type { Integration } from '../api/responses';
import type { Widget } from '../widget/widget';
import type { FakeTab } from '../testing/fakeBrowser';
import { settle } from '../testing/manualClock';
import { createHarness, finish, INTEGRATION, readTexts } from '../testing/widgetHarness';
import './followLive';

const AGENT = { name: 'Ana' };

/** A server that tells of people: each call waits until the test answers it. */
function setUp() {
  const harness = createHarness();
  const waiting: { after: string | null; answer: (body: unknown, status?: number) => void }[] = [];
  /** Bodies of typing notifications; the first one is refused. */
  const typings: unknown[] = [];
  const openTab = (
    features: Integration['features'] = { ...INTEGRATION.features, live: true },
    config: object = {},
  ): { widget: Widget; tab: FakeTab } => {
    const tab = harness.openTab();
    const { fetch } = tab.environment;
    const environment = {
      ...tab.environment,
      fetch: ((input, init) => {
        const url = new URL(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url);
        if (url.pathname.endsWith('/live/typing')) {
          typings.push(init?.body);
          return Promise.resolve(new Response('{}', { status: typings.length === 1 ? 429 : 200 }));
        }
        if (!url.pathname.endsWith('/live')) return fetch(input, init);
        return new Promise((resolve, reject) => {
          const call = {
            after: url.searchParams.get('after'),
            answer: (body: unknown, status = 200) => {
              waiting.splice(waiting.indexOf(call), 1);
              resolve(new Response(JSON.stringify(body), { status }));
            },
          };
          waiting.push(call);
          init?.signal?.addEventListener('abort', () => {
            if (waiting.includes(call)) waiting.splice(waiting.indexOf(call), 1);
            reject(new DOMException('Aborted', 'AbortError'));
          });
        });
      }) satisfies typeof globalThis.fetch,
    };
    const integration = { ...INTEGRATION, features };
    const widget = harness.open(tab, { environment, integration, config });
    widget.view.setOpen(true);
    return { widget, tab };
  };
  /** What a person says, as the server stores it. */
  const say = (id: string, text: string): void => {
    const [conversation] = harness.server.conversations.values();
    conversation?.messages.push({ id, type: 'bot', text, author: AGENT, createdAt: harness.clock.now() });
  };
  return { ...harness, openTab, waiting, typings, say };
}

describe('following a person who answers', () => {
  it('asks nothing before there is a conversation', async () => {
    const { openTab, waiting } = setUp();
    openTab();
    await settle();
    expect(waiting).toEqual([]);
  });

  it('asks nothing of a server that does not say it can tell', async () => {
    const { openTab, waiting, clock } = setUp();
    const { widget } = openTab({ ...INTEGRATION.features, live: false });
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    expect(waiting).toEqual([]);
  });

  it('shows what the person says, once, and who is typing until the time is over', async () => {
    const { openTab, waiting, clock, say } = setUp();
    const { widget } = openTab();
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    expect(waiting.map(({ after }) => after)).toEqual([null]);
    waiting[0]?.answer({ revision: 0, agent: null, typingMs: 0 });
    await settle();
    expect(waiting.map(({ after }) => after)).toEqual(['0']);

    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 6_000 });
    await settle();
    expect(widget.view.getState().typist).toBe('Ana');
    await clock.advance(6_000);
    expect(widget.view.getState().typist).toBeUndefined();

    say('msg_person', 'I am here.');
    waiting[0]?.answer({ revision: 2, agent: AGENT, typingMs: 0 });
    await settle();
    await clock.advance(50);
    expect(readTexts(widget).filter((text) => text === 'bot: I am here.')).toHaveLength(1);
    expect(widget.conversation.getState().messages.at(-1)?.author).toEqual(AGENT);
    expect(waiting.map(({ after }) => after)).toEqual(['2']);
  });

  it('is told to tabs that are not seen, which do not ask', async () => {
    const { openTab, waiting, clock, say } = setUp();
    const { widget } = openTab();
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    const other = openTab();
    other.tab.setHidden(true);
    await settle();
    await clock.advance(50);
    expect(waiting).toHaveLength(1);
    say('msg_person', 'I am here.');
    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 0 });
    await settle();
    await clock.advance(50);
    expect(readTexts(other.widget)).toContain('bot: I am here.');
    other.tab.setHidden(false);
    await settle();
    expect(waiting).toHaveLength(1);
  });

  it('BE-30: of several windows that are seen one asks, all of them know, and another goes on when it is closed', async () => {
    const { openTab, waiting, clock, say } = setUp();
    const first = openTab();
    await finish(clock, first.widget.conversation.send({ message: 'hello' }));
    const others = Array.from({ length: 7 }, () => openTab().widget);
    await clock.advance(500);
    expect(waiting).toHaveLength(1);

    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 6_000 });
    await settle();
    expect([first.widget, ...others].map(({ view }) => view.getState().typist)).toEqual(Array(8).fill('Ana'));

    first.widget.close();
    await clock.advance(500);
    expect(waiting.map(({ after }) => after)).toEqual(['1']);
    say('msg_person', 'I am here.');
    waiting[0]?.answer({ revision: 2, agent: AGENT, typingMs: 0 });
    await clock.advance(500);
    for (const widget of others) expect(readTexts(widget).filter((text) => text === 'bot: I am here.')).toHaveLength(1);
    expect(waiting).toHaveLength(1);
  });

  it('BE-30: a window asks again when it comes back, and not while it is hidden', async () => {
    const { openTab, waiting, clock } = setUp();
    const { widget, tab } = openTab();
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    tab.setHidden(true);
    await settle();
    expect(waiting).toEqual([]);
    tab.setHidden(false);
    await settle();
    expect(waiting).toHaveLength(1);
  });

  it('stops while the chat is closed, unless a person answers, and for good with the widget', async () => {
    const { openTab, waiting, clock } = setUp();
    const { widget } = openTab();
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    widget.view.setOpen(false);
    await settle();
    expect(waiting).toEqual([]);
    widget.view.setOpen(true);
    await settle();
    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 0 });
    await settle();
    widget.view.setOpen(false);
    await settle();
    expect(waiting).toHaveLength(1);
    widget.close();
    await settle();
    expect(waiting).toEqual([]);
  });

  it('EN-7: a message of a person is news in every tab with a closed chat, and after a reload', async () => {
    const { openTab, waiting, say, clock, reload } = setUp();
    const [one, two] = [openTab(), openTab()];
    await finish(clock, one.widget.conversation.send({ message: 'Hello' }));
    await clock.advance(500);
    const received: string[] = [];
    const counts: number[] = [];
    one.widget.on('receive', ({ message }) => received.push(message.text));
    one.widget.on('unreadchange', ({ value }) => counts.push(value));
    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 0 });
    await settle();
    for (const { widget } of [one, two]) widget.view.setOpen(false);
    say('a1', 'How can I help?');
    waiting[0]?.answer({ revision: 2, agent: AGENT, typingMs: 0 });
    await clock.advance(200);
    for (const { widget } of [one, two])
      expect(widget.view.getState()).toMatchObject({ unread: 1, peekMessageId: 'a1' });
    expect([received, counts]).toEqual([['How can I help?'], [1]]);
    one.widget.view.setOpen(true);
    one.widget.view.setOpen(false);
    expect(one.widget.view.getState().unread).toBe(0);
    say('a2', 'Still there?');
    const reloaded = reload(one.tab, one.widget);
    await clock.advance(500);
    expect(readTexts(reloaded).at(-1)).toBe('bot: Still there?');
    expect(reloaded.view.getState()).toMatchObject({ unread: 1, peekMessageId: 'a2' });
  });

  it.each([
    ['a browser that has none', true],
    ['one that has the newest', false],
  ])('EN-7: earlier messages, in %s, are no news', async (_, isNew) => {
    const { openTab, clock, open, browser } = setUp();
    const one = openTab();
    await finish(clock, one.widget.conversation.send({ message: 'One' }));
    await finish(clock, one.widget.conversation.send({ message: 'Two' }));
    const { localStorage } = browser;
    const keys = [...localStorage.entries]
      .filter(([key]) => key.includes(':message:'))
      .map(([key, raw]) => ({ key, order: Number(/"order":(\d+)/.exec(raw)?.[1]) }))
      .sort((first, second) => first.order - second.order);
    expect(keys).toHaveLength(4);
    for (const { key } of isNew ? keys : keys.slice(0, 2)) localStorage.entries.delete(key);
    const other = open();
    other.view.setOpen(false);
    await clock.advance(500);
    expect(readTexts(other)).toHaveLength(4);
    expect(other.view.getState().unread).toBe(0);
  });

  it('tries again later when the server cannot answer, and shows no error', async () => {
    const { openTab, waiting, clock } = setUp();
    const { widget } = openTab();
    const failures: unknown[] = [];
    widget.on('error', (error) => failures.push(error));
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    waiting[0]?.answer({ code: 'INTERNAL_SERVER_ERROR', message: 'No' }, 500);
    await settle();
    expect(waiting).toEqual([]);
    await clock.advance(5_000);
    await settle();
    expect(waiting).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});

describe('a visitor who types', () => {
  it('OW-26: is reported to a person who answers, without words, at most every four seconds', async () => {
    const { openTab, waiting, typings, clock } = setUp();
    const { widget } = openTab();
    const failures: unknown[] = [];
    widget.on('error', (error) => failures.push(error));
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    const type = async (text: string): Promise<number> => {
      widget.draft.set(text);
      await settle();
      return typings.length;
    };
    expect(await type('To the bot')).toBe(0);
    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 0 });
    await settle();
    expect(await type('My number is')).toBe(1);
    expect(await type('My number is 17')).toBe(1);
    await clock.advance(4_000);
    expect(await type('   ')).toBe(1);
    expect(await type('')).toBe(1);
    expect(await type('My number is 171')).toBe(2);
    expect([typings, failures]).toEqual([['{}', '{}'], []]);
    await clock.advance(4_000);
    waiting[0]?.answer({ revision: 2, agent: null, typingMs: 0 });
    await settle();
    expect(await type('Again to the bot')).toBe(2);
  });

  it.each([
    ['sessions are not kept', { session: 'none' }],
    ['the chat is private', { privacy: true }],
  ])('OW-26: is not reported while %s', async (_, config) => {
    const { openTab, waiting, typings, clock } = setUp();
    const { widget } = openTab(undefined, config);
    await finish(clock, widget.conversation.send({ message: 'hello' }));
    await settle();
    waiting[0]?.answer({ revision: 1, agent: AGENT, typingMs: 0 });
    await settle();
    expect(waiting).toHaveLength(1);
    widget.draft.set('Are you there?');
    await settle();
    expect(typings).toEqual([]);
  });
});
