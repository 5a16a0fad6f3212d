// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createWidget } from './createWidget';
import { delay } from './lib/clock';
import { createFakeBrowser } from './testing/fakeBrowser';
import { createFakeServer } from './testing/fakeServer';
import { createManualClock, turns } from './testing/manualClock';
import { createHarness, finish, INTEGRATION, readServerTexts, readTexts } from './testing/widgetHarness';
import type { Widget } from './widget/widget';

// What a widget loads when it is first needed is here before a test begins.
import './conversation/runners/functions';
import './http/readReply';

/** How long a request is on its way, and its answer back, in milliseconds. */
const WAY_MS = 10;

/** One tab over a line that takes its time. */
function setUp() {
  const clock = createManualClock(undefined, turns);
  const server = createFakeServer({ clock });
  const browser = createFakeBrowser(server.fetch, clock);
  const tab = browser.openTab();
  /** A page that is gone sends nothing more and hears nothing more. */
  let page = new AbortController();
  const onTheWay = async (signals: readonly (AbortSignal | null | undefined)[]): Promise<void> => {
    await delay(clock, WAY_MS);
    for (const signal of signals) signal?.throwIfAborted();
  };
  const open = (): Widget => {
    const { signal } = (page = new AbortController());
    const fetch: typeof globalThis.fetch = async (input, init) => {
      await onTheWay([signal, init?.signal]);
      const response = await tab.environment.fetch(input, init);
      await onTheWay([signal, init?.signal]);
      return response;
    };
    return createWidget({
      integration: INTEGRATION,
      base: 'https://chat.example.com',
      environment: { ...tab.environment, fetch },
    });
  };
  return {
    clock,
    server,
    tab,
    open,
    endPage: () => {
      page.abort(new TypeError('Failed to fetch'));
    },
  };
}

/** How a document ends: it is told, it is torn down before it can be told, or its requests fail first. */
const ENDS = {
  'pagehide, then gone': ({ tab, endPage }: ReturnType<typeof setUp>, widget: Widget) => {
    tab.leave();
    endPage();
    widget.close();
  },
  'requests fail, then pagehide': ({ tab, endPage }: ReturnType<typeof setUp>, widget: Widget) => {
    endPage();
    tab.leave();
    widget.close();
  },
  'gone without a word': ({ endPage }: ReturnType<typeof setUp>, widget: Widget) => {
    endPage();
    widget.close();
  },
} as const;

describe('F206 a message sent while its document is being replaced', () => {
  it.each(Object.entries(ENDS))(
    'is sent once, whenever it happens: %s',
    async (_, end) => {
      for (const respond of [true, false]) {
        for (const isFirst of [true, false]) {
          for (const afterMs of [-1, 0, 1, 5, 9, 10, 11, 15, 19, 20, 21, 25, 29, 30, 31, 35, 39, 40, 41, 50]) {
            const world = setUp();
            const { clock, server, tab, open } = world;
            const widget = open();
            if (!isFirst) {
              widget.conversation.send({ message: 'before' }).catch(() => undefined);
              await clock.advance(300);
            }
            // Before 0 the page hides first, and the message is sent by what still runs in it.
            if (afterMs < 0) tab.leave();
            widget.conversation.send({ message: 'now', respond }).catch(() => undefined);
            await clock.advance(Math.max(afterMs, 0));
            end(world, widget);
            const next = open();
            await clock.advance(10_000);
            const expected = [
              ...(isFirst ? [] : ['user: before', 'bot: before']),
              'user: now',
              ...(respond ? ['bot: now'] : []),
            ];
            expect({ afterMs, respond, isFirst, kept: readServerTexts(server), read: readTexts(next) }).toEqual({
              afterMs,
              respond,
              isFirst,
              kept: expected,
              read: expected,
            });
            expect(next.conversation.getState()).toMatchObject({ deliveries: {}, reply: undefined });
            next.close();
          }
        }
      }
    },
    120_000,
  );
});

describe('F109 a connection that is dead before the first byte', () => {
  it.each([
    ['session', /session\/create$/],
    ['message', /complete$/],
  ])('counts as lost after 45 seconds, and what it carried goes out again, once: the %s', async (_, path) => {
    const {
      clock,
      server,
      tab: { environment },
    } = setUp();
    let swallowed = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (swallowed > 0 || typeof input !== 'string' || !path.test(input)) return environment.fetch(input, init);
      swallowed += 1;
      // The server has heard it; what it says arrives nowhere.
      await environment.fetch(input, init);
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => {
          reject(init.signal?.reason as Error);
        }),
      );
    };
    const widget = createWidget({
      integration: INTEGRATION,
      base: 'https://chat.example.com',
      environment: { ...environment, fetch },
    });
    widget.conversation.send({ message: 'now' }).catch(() => undefined);
    await clock.advance(44_000);
    expect([swallowed, readTexts(widget)]).toEqual([1, ['user: now']]);
    await clock.advance(5_000);
    expect(readTexts(widget)).toEqual(['user: now', 'bot: now']);
    expect(readServerTexts(server)).toEqual(['user: now', 'bot: now']);
    expect(widget.conversation.getState()).toMatchObject({ deliveries: {}, reply: undefined });
    widget.close();
  });
});

/**
 * What a phone does with the connection of a tab in the background, and for how long the tab is hidden, in milliseconds.
 * `undefined`: it neither answers nor fails. Half a minute is less than the silence after which it counts as lost.
 */
const LOSSES = [
  [5_000, new TypeError('Load failed')],
  [5_000, new TypeError('The network connection was lost.')],
  [5_000, new DOMException('Fetch is aborted', 'AbortError')],
  [5_000, new TypeError('network error')],
  [5_000, new TypeError('Error in input stream')],
  [5_000, new DOMException('The network connection was lost.', 'NetworkError')],
  [5_000, new DOMException('The operation was aborted. ', 'AbortError')],
  [30_000, undefined],
  [120_000, undefined],
] as const;

/** A connection whose bytes arrive until it is frozen, and then nothing but its end. */
function freezable(response: Response, signal: AbortSignal | null | undefined) {
  let isFrozen = false;
  let fail: (reason: unknown) => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      fail = (reason) => {
        controller.error(reason);
      };
      signal?.addEventListener('abort', () => {
        fail(signal.reason);
      });
      for await (const chunk of response.body ?? []) if (!isFrozen) controller.enqueue(chunk);
      if (!isFrozen) controller.close();
    },
  });
  return {
    response: new Response(stream, { status: response.status, headers: response.headers }),
    freeze: () => {
      isFrozen = true;
    },
    lose: (reason: unknown) => {
      fail(reason);
    },
  };
}

describe('sse-19 a phone that freezes the tab while a reply is read', () => {
  it.each(LOSSES.flatMap(([hiddenMs, loss]) => [1, 4].map((pieces) => [hiddenMs, loss, pieces] as const)))(
    'ends with the whole reply, nothing sent twice and no word to the visitor: hidden for %i ms, %s, after %i pieces',
    async (hiddenMs, loss, pieces) => {
      const { clock, server, browser, open } = createHarness(40);
      const tab = browser.openTab();
      const words = ['One ', 'two ', 'three ', 'four ', 'five.'];
      server.answerWith(() => words);
      server.hold();
      let connection: ReturnType<typeof freezable> | undefined;
      const sent: string[] = [];
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const path = input instanceof Request ? input.url : input.toString();
        if (/\/complete$/.test(path)) sent.push(new Headers(init?.headers).get('Last-Event-ID') ?? 'question');
        const response = await tab.environment.fetch(input, init);
        if (connection !== undefined || !/complete$/.test(path)) return response;
        connection = freezable(response, init?.signal);
        return connection.response;
      };
      const widget = open(tab, { environment: { ...tab.environment, fetch } });
      const notes = new Set<unknown>();
      widget.conversation.subscribe(({ failure, deliveries, reply }) => {
        if (failure) notes.add(failure.code);
        if (reply?.isReconnecting) notes.add('reconnecting');
        for (const { state } of Object.values(deliveries)) if (state !== 'sending') notes.add(state);
      });
      const reply = widget.conversation.send({ message: 'Count' });
      reply.catch(() => undefined);
      await clock.advance(100);
      server.emit(pieces);
      await clock.advance(100);
      expect(widget.conversation.getState().reply?.text).toBe(words.slice(0, pieces).join(''));
      tab.setHidden(true);
      connection?.freeze();
      server.finish();
      await clock.advance(hiddenMs);
      if (loss) connection?.lose(loss);
      tab.setHidden(false);
      await clock.advance(5_000);
      expect((await reply).text).toBe('One two three four five.');
      expect(readTexts(widget)).toEqual(['user: Count', 'bot: One two three four five.']);
      expect(readServerTexts(server)).toEqual(readTexts(widget));
      // Once as a question, and then from where it was lost.
      expect(sent.map((each) => each === 'question')).toEqual([true, false]);
      expect(widget.view.getState().toasts).toEqual([]);
      expect([...notes]).toEqual([]);
      widget.close();
    },
  );
});

describe('F204 W-29 a message that waits at midnight', () => {
  it.each(['is loaded again', 'is opened again'])(
    'goes out when the page %s the day after, in its own conversation',
    async (how) => {
      const { server, clock, open, openTab, reload, browser } = createHarness();
      const tab = openTab();
      const first = open(tab);
      await finish(clock, first.conversation.send({ message: 'today' }));
      browser.setOnline(false);
      first.conversation.send({ message: 'late' }).catch(() => undefined);
      // From noon to half past midnight.
      await clock.advance(12.5 * 3_600_000);
      const next = how === 'is loaded again' ? reload(tab, first) : first;
      next.view.setOpen(true);
      await clock.advance(100);
      expect(readTexts(next)).toEqual(['user: today', 'bot: today', 'user: late']);
      browser.setOnline(true);
      await clock.advance(3_000);
      expect(readServerTexts(server)).toEqual(['user: today', 'bot: today', 'user: late', 'bot: late']);
      expect(readTexts(next)).toEqual(readServerTexts(server));
      // With nothing left to send the new day begins.
      expect(readTexts(reload(tab, next))).toEqual([]);
    },
  );
});

describe('F310 a reload with a storage that has lost something', () => {
  it.each(['one', 'Re one', 'two', 'Re two'])(
    'shows in its place a message that storage has lost, also to who sends at once: %s',
    async (lost) => {
      const { clock, open, openTab, browser, server } = createHarness();
      server.answerWith((text) => [`Re ${text ?? ''}`]);
      const tab = openTab();
      const first = open(tab);
      for (const message of ['one', 'two']) await finish(clock, first.conversation.send({ message }));
      tab.leave();
      first.close();
      const { entries } = browser.localStorage;
      const key =
        [...entries].find(([name, raw]) => name.includes(':message:') && raw.includes(`"text":"${lost}"`))?.[0] ?? '';
      entries.set(key, entries.get(key)?.slice(0, 20) ?? '');
      const second = open(tab);
      const sent = second.conversation.send({ message: 'three' });
      await finish(clock, sent);
      expect(readTexts(second)).toEqual([
        'user: one',
        'bot: Re one',
        'user: two',
        'bot: Re two',
        'user: three',
        'bot: Re three',
      ]);
      expect(readServerTexts(server)).toEqual(readTexts(second));
      const third = open(tab);
      await clock.advance(300);
      expect(readTexts(third)).toEqual(readTexts(second));
    },
  );
});

describe('F302 a token that ends in mid-reply', () => {
  it('does not cut the stream, and a stream that is cut goes on with a new token', async () => {
    const { clock, open, server } = setUp();
    const words = Array.from({ length: 100 }, (_, index) => `${String(index)} `);
    server.hold();
    server.answerWith(() => words);
    const widget = open();
    const sent = widget.conversation.send({ message: 'Count for more than an hour' });
    await clock.advance(100);
    const creates = (): number => server.requests.filter(({ path }) => path.endsWith('/session/create')).length;
    const opened = server.requests.length;
    for (let word = 0; word < 95; word += 1) {
      server.emit(1);
      await clock.advance(40_000);
    }
    expect(widget.conversation.getState().reply?.text).toBe(words.slice(0, 95).join(''));
    expect([server.requests.length, creates()]).toEqual([opened, 1]);
    server.cut();
    await clock.advance(5_000);
    server.finish();
    await clock.advance(1_000);
    expect((await sent).text).toBe(words.join(''));
    expect(readTexts(widget)).toEqual(readServerTexts(server));
    expect([creates(), server.conversations.size]).toEqual([2, 1]);
  });
});

describe('a send that cannot be made', () => {
  it('is refused at once when the text is too long, and the next one goes out', async () => {
    const { clock, open } = createHarness();
    const widget = open();
    await expect(widget.conversation.send({ message: 'a'.repeat(32_769) })).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(readTexts(widget)).toEqual([]);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    expect(readTexts(widget)).toHaveLength(2);
  });

  it.each([
    [
      'a body that breaks a rule',
      (widget: Widget) => {
        widget.functions.set({ 'pay()': { parameters: [] as never, handler: () => 1 } as never });
      },
      'BAD_REQUEST',
    ],
    [
      'data that cannot be read',
      (widget: Widget) => {
        const broken = {
          get parameters(): never {
            throw new Error('broken');
          },
          handler: () => 1,
        };
        widget.functions.set({ pay: broken as never });
      },
      'failed',
    ],
  ])('%s: the message is shown as not sent, and can be sent again', async (_, breakIt, code) => {
    const { clock, open } = createHarness();
    const widget = open();
    breakIt(widget);
    await expect(finish(clock, widget.conversation.send({ message: 'Hello' }))).rejects.toMatchObject({ code });
    const [message] = widget.conversation.getState().messages;
    expect(widget.conversation.getState().deliveries[message?.id ?? '']).toMatchObject({ state: 'failed', code });
    expect(widget.conversation.getState().reply).toBeUndefined();
    widget.functions.set({ pay: null, 'pay()': null });
    await finish(clock, widget.conversation.retry());
    expect(widget.conversation.getState().deliveries).toEqual({});
    expect(readTexts(widget)).toHaveLength(2);
  });
});
