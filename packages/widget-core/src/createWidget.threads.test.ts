// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Message } from './api/message';
import { openPage, until } from './testing/backend';
import { settle } from './testing/manualClock';
import { contactOf, createVisitorsHarness } from './testing/visitorsHarness';
import { finish, readTexts } from './testing/widgetHarness';
import { callback } from './transports/callback';
import type { Widget } from './widget/widget';

const titlesOf = async (widget: Widget) =>
  (await widget.threads()).getState().threads.map(({ title, id }) => [title, id]);

describe('FI-9 earlier conversations on a Sotto server', () => {
  const setUp = async () => {
    const harness = createVisitorsHarness();
    const widget = harness.openAs('carol');
    await harness.send(widget, 'Where is my parcel?');
    const first = widget.conversation.getState().conversationId ?? '';
    await (await widget.threads()).create();
    expect(readTexts(widget)).toEqual([]);
    await harness.send(widget, 'And an invoice');
    const second = widget.conversation.getState().conversationId ?? '';
    expect(second).not.toBe(first);
    return { ...harness, widget, first, second, threads: await widget.threads() };
  };

  it('lists them, opens one, goes on with it, and goes back', async () => {
    const { widget, first, second, threads, clock, send } = await setUp();
    expect(threads.getState()).toMatchObject({ status: 'loading', threads: [] });
    await threads.list();
    expect(threads.getState()).toMatchObject({ status: 'ready', hasMore: false });
    expect(await titlesOf(widget)).toEqual([
      ['And an invoice', second],
      ['Where is my parcel?', first],
    ]);
    const states: boolean[] = [];
    widget.conversation.subscribe(({ isLoading }) => states.push(isLoading));
    await finish(clock, threads.open(first));
    expect(readTexts(widget)).toEqual(['user: Where is my parcel?', 'bot: Where is my parcel?']);
    expect(states).toContain(true);
    expect(widget.conversation.getState()).toMatchObject({ conversationId: first, isLoading: false });
    await send(widget, 'Still not here');
    expect(widget.conversation.getState().conversationId).toBe(first);
    await finish(clock, threads.open(second));
    await finish(clock, threads.open(first));
    expect(readTexts(widget).at(-1)).toBe('bot: Still not here');
  });

  it('shows it after a reload, and in every other tab', async () => {
    const { openAs, browser, widget, first, second, threads, clock } = await setUp();
    const tab = browser.openTab();
    const other = openAs('carol', tab);
    await clock.advance(500);
    expect(other.conversation.getState().conversationId).toBe(second);
    await finish(clock, threads.open(first));
    await clock.advance(2_000);
    expect(readTexts(other)).toEqual(readTexts(widget));
    // One that ended here is opened again there.
    await finish(clock, threads.open(second));
    await clock.advance(2_000);
    expect(other.conversation.getState().conversationId).toBe(second);
    expect(readTexts(other)).toEqual(['user: And an invoice', 'bot: And an invoice']);
    tab.leave();
    other.close();
    const again = openAs('carol', tab);
    await clock.advance(500);
    expect(readTexts(again)).toEqual(['user: And an invoice', 'bot: And an invoice']);
  });

  it('loses nothing that is under way', async () => {
    const { widget, server, first, threads, clock, browser } = await setUp();
    server.hold();
    void widget.conversation.send({ message: 'Tell me' }).catch(() => undefined);
    await settle();
    await expect(threads.open(first)).rejects.toMatchObject({ code: 'busy' });
    await expect(threads.create()).rejects.toMatchObject({ code: 'busy' });
    server.finish();
    await clock.advance(500);
    browser.setOnline(false);
    void widget.conversation.send({ message: 'Written offline' }).catch(() => undefined);
    await clock.advance(500);
    await expect(threads.open(first)).rejects.toMatchObject({ code: 'busy' });
    expect(readTexts(widget).at(-1)).toBe('user: Written offline');
  });

  it('says what went wrong, and keeps the present conversation', async () => {
    const { widget, server, first, second, threads, clock } = await setUp();
    server.failNext(/thread\/list/, 'INTERNAL_SERVER_ERROR', { times: Infinity });
    await threads.list();
    expect(threads.getState()).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_SERVER_ERROR' } });
    server.failNext(/open/, 'NOT_FOUND');
    await expect(finish(clock, threads.open(first))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(threads.getState()).toMatchObject({ error: { code: 'NOT_FOUND' }, opening: undefined });
    expect(widget.conversation.getState().conversationId).toBe(second);
  });

  it('FS-1: the next person sees nothing of the list', async () => {
    const { widget, threads, clock } = await setUp();
    await threads.list();
    widget.contact.set(contactOf('dave'));
    expect(threads.getState().threads).toEqual([]);
    await clock.advance(500);
    await threads.list();
    expect(threads.getState()).toMatchObject({ status: 'ready', threads: [] });
  });
});

describe('FI-9 earlier conversations of a backend of one’s own', () => {
  const stored = (id: string, type: Message['type'], text: string): Message => ({ id, type, text, createdAt: 1 });
  const NAMES = ['thread_a', 'thread_b', 'thread_c'];
  const transport = callback(({ messages, conversationId }) => `${conversationId}: ${messages.length} told`, {
    listThreads: async (cursor) => {
      const from = Number(cursor ?? 0);
      return {
        threads: NAMES.slice(from, from + 2).map((id) => ({ id, title: `About ${id}`, createdAt: 1, updatedAt: 2 })),
        ...(from === 0 && { cursor: '2' }),
      };
    },
    loadThread: async (id) => {
      if (id === 'thread_c') return [{ id: 5 }] as never;
      return [stored(`${id}_1`, 'user', 'Hello'), stored(`${id}_2`, 'bot', 'Hi')];
    },
  });

  it('lists them page by page, opens one with its messages, and sends it on', async () => {
    const { widget, reload, texts } = openPage(transport);
    expect(widget().integration.features.threads).toBe('everyone');
    await widget().conversation.send({ message: 'Present' });
    const threads = await widget().threads();
    await threads.list();
    expect(threads.getState()).toMatchObject({ status: 'ready', hasMore: true });
    await threads.listMore();
    expect((await titlesOf(widget())).map(([, id]) => id)).toEqual(NAMES);
    expect(threads.getState().hasMore).toBe(false);
    await threads.open('thread_b');
    expect(texts()).toEqual(['user: Hello', 'bot: Hi']);
    expect((await widget().conversation.send({ message: 'Go on' })).text).toBe('thread_b: 3 told');
    reload();
    await until(() => {
      expect(texts()).toHaveLength(4);
    });
    expect(widget().conversation.getState().conversationId).toBe('thread_b');
  });

  it('does not open one that is no conversation', async () => {
    const { widget, texts } = openPage(transport);
    await widget().conversation.send({ message: 'Present' });
    const threads = await widget().threads();
    await expect(threads.open('thread_c')).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    expect(texts()[0]).toBe('user: Present');
  });

  it('has none where the transport does not load any', async () => {
    const { widget } = openPage(callback(() => 'Yes'));
    expect(widget().integration.features.threads).toBeUndefined();
    const threads = await widget().threads();
    await threads.list();
    expect(threads.getState()).toMatchObject({ status: 'failed', error: { code: 'unsupported' } });
  });
});
