// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Attachment, Message } from './api/message';
import { createMemoryLocks } from './testing/memoryLocks';
import { settle } from './testing/manualClock';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';

describe('FT-9: blob addresses', () => {
  const photo: Attachment = {
    type: 'image/png',
    localName: 'photo.png',
    localURL: 'blob:https://shop.example/1234',
    id: 'upload_1',
    size: 7,
  };

  it('belong to one tab: they are shown there, and neither stored nor sent, while a message waits and afterwards', async () => {
    const { server, clock, open, openTab, reload, browser } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    const stored = (): string => JSON.stringify([...browser.localStorage.entries, ...tab.sessionStorage.entries]);
    browser.setOnline(false);
    const sent = [
      widget.conversation.send({ message: 'Look', attachments: [photo] }),
      widget.conversation.send({ message: 'For later', respond: false, attachments: [photo] }),
    ];
    for (const each of sent) each.catch(() => undefined);
    await clock.advance(1_000);
    expect(stored()).toContain('photo.png');
    expect(stored()).not.toContain('blob:');
    browser.setOnline(true);
    await clock.advance(3_000);
    await Promise.all(sent);
    expect(
      widget.conversation
        .getState()
        .messages.flatMap(({ attachments }) => attachments ?? [])
        .map(({ localURL }) => localURL),
    ).toEqual([photo.localURL, photo.localURL]);
    expect(stored()).not.toContain('blob:');
    expect(JSON.stringify(server.requests.map(({ body }) => body))).toContain('upload_1');
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('blob:');
    server.down();
    const files = reload(tab, widget)
      .conversation.getState()
      .messages.flatMap(({ attachments }) => attachments ?? []);
    expect(files.map(({ localName, localURL }) => [localName, localURL])).toEqual([
      ['photo.png', undefined],
      ['photo.png', undefined],
    ]);
  });
});

describe('W-14 the fields of a message', () => {
  const micro = {
    url: 'https://shop.example/a',
    title: 'A',
    description: null,
    image: null,
    logo: null,
    publisher: 'Shop',
  };
  const messages: Message[] = [
    {
      id: 'm1',
      originalMessageId: 'm0',
      sequenceMessageId: 'm1',
      type: 'user',
      text: 'Where is it?',
      meta: { order: 7 },
      attachments: [{ type: 'text/csv', localName: 'prices.csv', id: 'upload_1', size: 20 }],
      createdAt: 1,
      updatedAt: 2,
    },
    { id: 'm2', sequenceMessageId: 'm2', type: 'bot', text: 'Let me look.', createdAt: 3, updatedAt: 3 },
    {
      id: 'm3',
      sequenceMessageId: 'm2',
      type: 'bot',
      text: 'It is on its way.',
      micro,
      references: [{ source: 'guide', title: 'The guide', url: 'https://shop.example/guide' }],
      extra: { visible: true },
      createdAt: 4,
      updatedAt: 5,
    },
    ...(['intro', 'initial', 'input', 'context'] as const).map((type): Message => ({
      id: `of-${type}`,
      type,
      text: type,
      extra: { hidden: true },
    })),
  ];

  it('are all the page’s that it sets, and still there after a reload: the turn a message belongs to among them', async () => {
    const { clock, open, openTab, reload, server } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    widget.conversation.setMessages(messages);
    await clock.advance(300);
    expect(widget.conversation.getState().messages).toMatchObject(messages);
    server.down();
    const kept = reload(tab, widget).conversation.getState().messages;
    expect(kept).toHaveLength(messages.length);
    expect(kept).toMatchObject(messages);
  });
});

describe('FT-9: how much of a conversation a browser keeps', () => {
  /** What a tab shows that is loaded again without a connection: what is kept, and nothing else. */
  async function keep(messages: readonly string[]) {
    const { server, clock, open, openTab, reload, browser } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    for (const message of messages) await finish(clock, widget.conversation.send({ message }));
    server.down();
    const kept = readTexts(reload(tab, widget));
    return {
      kept,
      all: readServerTexts(server),
      storedLength: [...browser.localStorage.entries.values()].join('').length,
    };
  }

  it('is the newest messages, as many as fit into 512 KiB of text', async () => {
    const { kept, all, storedLength } = await keep(
      Array.from({ length: 10 }, (_, index) => String(index).repeat(32_768)),
    );
    // 16 × 32 KiB are 512 KiB.
    expect(kept).toHaveLength(16);
    expect(kept).toEqual(all.slice(-16));
    expect(storedLength).toBeLessThan(16 * 34_000);
  });

  it('EN-9: is so much with everything that is stored of a message, and not by its text alone', async () => {
    const { clock, open, browser } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    widget.conversation.setMessages(
      Array.from({ length: 20 }, (_, index) => ({
        id: `message-${String(index)}`,
        type: 'bot' as const,
        text: String(index),
        createdAt: clock.now(),
        parts: [{ type: 'reasoning' as const, text: 'x'.repeat(60_000), startedAt: 0 }],
      })),
    );
    await clock.advance(300);
    const stored = [...browser.localStorage.entries].filter(([key]) => key.includes(':message:'));
    expect(stored.map(([, value]) => value).join('').length).toBeLessThan(16 * 34_000);
    expect(stored.some(([key]) => key.endsWith('message-19'))).toBe(true);
  });

  it('is the newest 200 messages, however short', async () => {
    const { kept, all } = await keep(Array.from({ length: 101 }, (_, index) => `Message ${String(index)}`));
    expect(all).toHaveLength(202);
    expect(kept).toEqual(all.slice(-200));
  });
});

describe('EN-9: a storage without room', () => {
  it('keeps what was typed offline over a reload: the oldest messages give way, and nothing of the page', async () => {
    const { clock, open, openTab, reload, browser, server } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    for (const message of ['one', 'two']) await finish(clock, widget.conversation.send({ message }));
    browser.localStorage.entries.set('of the page', 'x');
    browser.localStorage.fill(browser.localStorage.entries.size);
    browser.setOnline(false);
    widget.conversation.send({ message: 'typed offline' }).catch(() => undefined);
    await clock.advance(300);
    const second = reload(tab, widget);
    expect(readTexts(second)).toEqual(['bot: one', 'user: two', 'bot: two', 'user: typed offline']);
    expect(browser.localStorage.entries.get('of the page')).toBe('x');
    browser.localStorage.free();
    browser.setOnline(true);
    await clock.advance(3_000);
    expect(readServerTexts(server).at(-1)).toBe('bot: typed offline');
  });

  it('keeps it in the tab’s own storage when the page has filled all of it, and sends it once', async () => {
    const { clock, open, openTab, reload, browser, server } = createHarness();
    const tab = openTab();
    browser.localStorage.fill();
    browser.setOnline(false);
    const widget = open(tab);
    widget.conversation.send({ message: 'typed offline' }).catch(() => undefined);
    await clock.advance(300);
    const second = reload(tab, widget);
    expect(readTexts(second)).toEqual(['user: typed offline']);
    browser.setOnline(true);
    await clock.advance(3_000);
    const third = reload(tab, second);
    await clock.advance(3_000);
    expect(readServerTexts(server)).toEqual(['user: typed offline', 'bot: typed offline']);
    expect([...tab.sessionStorage.entries.keys()].some((key) => key.includes('outbox'))).toBe(false);
    third.close();
  });
});

describe('FT-9: a tab that is about to go on with a reply', () => {
  it('leaves it alone when another one is being written by the time it begins', async () => {
    const { server, clock, open, openTab } = createHarness();
    const tab = openTab();
    // This browser hands the work over too early: the first tab still streams.
    const first = open(tab, { environment: { ...tab.environment, locks: createMemoryLocks() } });
    const second = open();
    server.hold();
    for (const message of ['one more', 'two more']) first.conversation.send({ message }).catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(20);
    expect(second.conversation.getState().reply?.runId).toBeDefined();
    const earlier = second.conversation.getState().reply?.key;
    server.finish();
    server.hold();
    await clock.advance(60);
    expect(second.conversation.getState().reply?.key).not.toBe(earlier);
    const asked = server.requests.length;
    await clock.advance(30);
    expect(server.requests.slice(asked).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    server.finish();
    await clock.advance(2_000);
    for (const widget of [first, second])
      expect(readTexts(widget)).toEqual(['user: one more', 'bot: one more', 'user: two more', 'bot: two more']);
  });
});
