// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createWidget } from './createWidget';
import { WidgetError } from './errors';
import { openPage, until } from './testing/backend';
import { contactOf } from './testing/visitorsHarness';
import { INTEGRATION } from './testing/widgetHarness';
import { callback } from './transports/callback';
import type { ReplyEvent, Transport, TransportRequest } from './transports/transport';

/** A backend that answers with how many messages it was told. */
const counting = (more: Omit<Transport, 'send'> = {}) =>
  callback(async ({ messages }) => `${messages.length} told`, more);

describe('a widget with a transport of the page', () => {
  it('asks no server for a session, and keeps the id of the conversation until a restart', async () => {
    const ids: string[] = [];
    const { widget, reload } = openPage(
      callback(({ conversationId }) => {
        ids.push(conversationId);
        return 'Yes';
      }),
    );
    // The page's `fetch` throws.
    await widget().conversation.send({ message: 'One' });
    reload();
    await widget().conversation.send({ message: 'Two' });
    await widget().conversation.restart();
    await widget().conversation.send({ message: 'Three' });
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('says what it cannot do, so that there are no buttons for it', () => {
    const vote = async () => undefined;
    expect(openPage(counting()).widget().integration.features).toEqual({
      synthesize: false,
      unfurl: false,
      upload: false,
      vote: false,
    });
    const upload = async () => ({ type: 'text/plain', localName: 'a.txt', id: 'a' });
    expect(openPage(counting({ vote, upload })).widget().integration.features).toMatchObject({
      upload: true,
      vote: true,
    });
  });

  it('takes the address of its server with a slash at its end', () => {
    const { environment } = openPage(counting()).browser.openTab();
    const given = { integration: INTEGRATION, base: 'https://chat.example.com/sotto/', environment };
    const addresses = [createWidget(given), createWidget({ ...given, transport: counting() })].map(({ base }) => base);
    expect(addresses).toEqual(['https://chat.example.com/sotto', 'https://chat.example.com/sotto']);
  });

  it("of a server's widget: looks as its owner says, and asks the server for nothing", async () => {
    const { environment } = openPage(counting()).browser.openTab();
    const integration = {
      ...INTEGRATION,
      config: { barTitle: 'Ours' },
      features: { synthesize: true, unfurl: true, upload: true, live: true, vote: true },
    };
    const widget = createWidget({
      transport: counting(),
      integration,
      base: 'https://chat.example.com',
      config: { tools: true },
      environment,
    });
    expect(widget.config.getState().barTitle).toBe('Ours');
    // What the owner has not allowed stays off.
    expect(widget.config.getState().tools).toBe(false);
    expect(widget.integration.features).toEqual({ synthesize: false, unfurl: false, upload: false, vote: false });
    // The page's `fetch` throws.
    expect((await widget.conversation.send({ message: 'Hello' })).text).toBe('1 told');
    widget.close();
  });

  it('sends in order what was written offline', async () => {
    const { widget, browser, texts } = openPage(counting());
    browser.setOnline(false);
    const sent = [widget().conversation.send({ message: 'One' }), widget().conversation.send({ message: 'Two' })];
    await until(() => {
      expect(Object.values(widget().conversation.getState().deliveries).map(({ state }) => state)).toEqual([
        'waiting',
        'waiting',
      ]);
    });
    browser.setOnline(true);
    await Promise.all(sent);
    expect(texts()).toEqual(['user: One', 'bot: 1 told', 'user: Two', 'bot: 3 told']);
  });

  it('does not send again by itself what the backend refused, whatever it throws', async () => {
    const thrown: unknown[] = [new Error('a bug'), new WidgetError('CONFLICT'), new TypeError('no connection')];
    for (const error of thrown) {
      const send = vi.fn<() => Promise<string>>().mockRejectedValue(error);
      const { widget } = openPage(callback(send));
      await expect(widget().conversation.send({ message: 'Hello' })).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(send).toHaveBeenCalledTimes(1);
      expect(Object.values(widget().conversation.getState().deliveries)).toMatchObject([{ state: 'failed' }]);
    }
  });

  it.each([
    ['twice at most', [20, 20, 20], 3, false],
    ['until it is taken', [20], 2, true],
    ['not, when it should wait for long', [60_000], 1, false],
    ['not without Retry-After', [undefined], 1, false],
  ])('BE-11 sends again what the backend wants later: %s', async (_, waits, sends, isTaken) => {
    const at: number[] = [];
    const { widget } = openPage(
      callback(() => {
        at.push(performance.now());
        if (at.length > waits.length) return 'Yes';
        const retryAfterMs = waits[at.length - 1];
        throw new WidgetError('ERROR_502', { status: 502, ...(retryAfterMs !== undefined && { retryAfterMs }) });
      }),
    );
    const sent = widget().conversation.send({ message: 'Hello' });
    if (isTaken) expect((await sent).text).toBe('Yes');
    else await expect(sent).rejects.toMatchObject({ code: 'ERROR_502' });
    expect(at).toHaveLength(sends);
    // Timers may be a little early.
    for (const [index, time] of at.slice(1).entries()) expect(time - (at[index] ?? 0)).toBeGreaterThan(15);
  });

  it('BE-9 joins pairs that pieces have cut apart, and keeps nothing that cannot be stored', async () => {
    const pieces = ['Done \ud83d', '\udc4d! \0', 'lone \ud83d end \udc4d', '\ud83d'];
    const { widget, newest } = openPage(
      callback(async function* () {
        for (const text of pieces) yield { type: 'reasoning', text } satisfies ReplyEvent;
        yield* pieces;
      }),
    );
    const received: string[] = [];
    widget().on('item', (item) => received.push(JSON.stringify(item)));
    await widget().conversation.send({ message: 'Hello' });
    expect(newest()?.text).toBe('Done \u{1f44d}! lone \ufffd end \ufffd\ufffd');
    // A lone half is written as an escape.
    expect(received.join('')).not.toMatch(/\\ud[89a-f]|\\u0000/i);
  });

  it('BE-5 gives the owner what a reply failed of, and visitors nothing of it', async () => {
    const { environment } = openPage(counting()).browser.openTab();
    const errors: unknown[] = [];
    const transport = callback(async function* () {
      yield 'Half';
      throw new WidgetError('BAD_GATEWAY', { cause: new Error('quota exceeded') });
    });
    const warn = vi.fn<(text: string) => void>();
    const widget = createWidget({
      transport,
      environment: { ...environment, warn },
      onError: (error) => errors.push(error),
    });
    await expect(widget.conversation.send({ message: 'Hello' })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(warn.mock.calls.join('')).toContain('quota exceeded');
    expect(errors).toMatchObject([{ code: 'BAD_GATEWAY', cause: { message: 'quota exceeded' } }]);
    expect(JSON.stringify(widget.conversation.getState())).not.toContain('quota');
    expect(widget.conversation.getState().messages.at(-1)).toMatchObject({ text: 'Half', failure: {} });
    widget.close();
  });

  it.each([
    [new TypeError('stock.map is not a function'), true],
    [new Error('No such shop'), true],
    [new WidgetError('NOT_FOUND', { cause: new Error('No such shop') }), true],
    [new TypeError('Failed to fetch'), false],
    [new TypeError('NetworkError when attempting to fetch resource.'), false],
    [new TypeError('Load failed'), false],
    [new TypeError('Error in input stream'), false],
    [new WidgetError('NETWORK'), false],
  ])(
    'gives the owner what a message failed of, in the console too, but no lost connection: %s',
    async (thrown, isGiven) => {
      const { environment } = openPage(counting()).browser.openTab();
      const warn = vi.fn<(text: string) => void>();
      const errors: WidgetError[] = [];
      const widget = createWidget({
        transport: callback(() => Promise.reject(thrown)),
        environment: { ...environment, warn },
        onError: (error) => errors.push(error),
      });
      await expect(widget.conversation.send({ message: 'Hello' })).rejects.toThrow();
      expect(errors).toHaveLength(isGiven ? 1 : 0);
      expect(warn).toHaveBeenCalledTimes(isGiven ? 1 : 0);
      if (isGiven) expect(warn.mock.calls[0]?.[0]).toMatch(/is not a function|No such shop/);
      widget.close();
    },
  );

  it('does not send again by itself what an event refused', async () => {
    let calls = 0;
    const { widget } = openPage(
      callback(async function* () {
        calls += 1;
        yield { type: 'error', message: 'Closed on Sundays', code: 'CLOSED' } satisfies ReplyEvent;
      }),
    );
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toThrow('Closed on Sundays');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(calls).toBe(1);
  });

  it('keeps replies apart when the backend gives them the same id, or one that cannot be kept', async () => {
    for (const messageId of ['same', 'ü/*']) {
      const { widget, reload, texts } = openPage(
        callback(async function* () {
          yield { type: 'accepted', messageId };
          yield 'Yes';
        }),
      );
      await widget().conversation.send({ message: 'One' });
      await widget().conversation.send({ message: 'Two' });
      reload();
      expect(texts()).toEqual(['user: One', 'bot: Yes', 'user: Two', 'bot: Yes']);
    }
  });

  it.each([
    new TypeError('Load failed'),
    new TypeError('The network connection was lost.'),
    new DOMException('Fetch is aborted', 'AbortError'),
  ])('sse-19 goes on with a lost stream where it was lost: %s', async (lost) => {
    const cursors: string[] = [];
    const { widget } = openPage(
      callback(
        async function* () {
          yield { type: 'text', text: 'One ', cursor: '1' };
          throw lost;
        },
        {
          async *resume(cursor) {
            cursors.push(cursor);
            yield { type: 'text', text: 'two' };
          },
        },
      ),
    );
    const isShown: boolean[] = [];
    widget().conversation.subscribe(({ reply }) => isShown.push(reply?.isReconnecting === true));
    expect((await widget().conversation.send({ message: 'Count' })).text).toBe('One two');
    expect(cursors).toEqual(['1']);
    expect(isShown).not.toContain(true);
  });

  it('says after a reload that a reply was interrupted, when the transport cannot go on, and tries again', async () => {
    let isSlow = true;
    const page = openPage(
      callback(async function* (_, { signal }) {
        yield 'Partly';
        if (isSlow) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        else yield ' and wholly';
      }),
    );
    page
      .widget()
      .conversation.send({ message: 'Talk' })
      .catch(() => undefined);
    await until(() => {
      expect(page.liveText()).toBe('Partly');
    });
    page.reload();
    await until(() => {
      expect(page.newest()).toMatchObject({ text: 'Partly', failure: { code: 'GONE' } });
    });
    isSlow = false;
    await page.widget().conversation.retry();
    await until(() => {
      expect(page.texts()).toEqual(['user: Talk', 'bot: Partly and wholly']);
    });
  });

  it('EN-10: sends a file of the page also when the visitor signs in while it is uploaded', async () => {
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const { widget, texts } = openPage(
      counting({
        async upload() {
          await stored;
          return { type: 'text/plain', localName: 'a.txt', id: 'a' };
        },
      }),
    );
    const sent = widget().conversation.send({ message: 'Read this', attachments: [new File(['a'], 'a.txt')] });
    await new Promise((resolve) => setTimeout(resolve, 30));
    widget().contact.set(contactOf('carol'));
    store();
    expect((await sent).text).toBe('1 told');
    expect(texts()).toEqual(['user: Read this', 'bot: 1 told']);
  });

  it('EN-10: rejects a send that the end of its conversation has overtaken', async () => {
    const { widget } = openPage(counting());
    const gone = widget();
    gone.close();
    await expect(gone.conversation.send({ message: 'Too late' })).rejects.toMatchObject({ code: 'destroyed' });
  });

  it('gives what a function answered to a transport that takes answers while the reply goes on', async () => {
    let answered: (text: string) => void = () => undefined;
    const answer = new Promise<string>((resolve) => {
      answered = resolve;
    });
    const requests: TransportRequest[] = [];
    const { widget } = openPage(
      callback(
        async function* (request) {
          requests.push(request);
          yield { type: 'call', callId: 'c1', name: 'ask', input: {} };
          yield `They say ${await answer}`;
        },
        {
          async answer(callId, result) {
            answered(`${callId}: ${JSON.stringify(result)}`);
          },
        },
      ),
    );
    widget().functions.set({ ask: { description: '', parameters: {}, handler: () => 'yes' } });
    expect((await widget().conversation.send({ message: 'Ask' })).text).toBe('They say c1: {"value":"yes"}');
    expect(requests).toHaveLength(1);
  });

  it('EN-21: shows a call by the title of its function', async () => {
    const { widget } = openPage(
      callback(async function* ({ trigger }) {
        if (trigger === 'functions') yield 'Found';
        else yield { type: 'call', callId: 'c1', name: 'find', input: {} };
      }),
    );
    widget().functions.set({ find: { description: '', title: 'Looks it up', parameters: {}, handler: () => 1 } });
    const { parts } = await widget().conversation.send({ message: 'Find it' });
    expect(parts?.[0]).toMatchObject({ type: 'tool', name: 'find', title: 'Looks it up', state: 'done' });
  });

  it('EN-21: asks about a function by its title', async () => {
    const { widget } = openPage(
      callback(async function* ({ trigger }) {
        if (trigger === 'functions') yield 'Paid';
        else yield { type: 'call', callId: 'c1', name: 'pay', input: {} };
      }),
    );
    const pay = { description: '', title: 'Pays your order', parameters: {}, confirm: true, handler: () => 1 };
    widget().functions.set({ pay });
    const sent = widget().conversation.send({ message: 'Pay' });
    await until(() => {
      expect(widget().view.getState().functionQuestion).toMatchObject({ name: 'pay', title: 'Pays your order' });
    });
    widget().functions.answer('c1', true);
    expect((await sent).text).toBe('Paid');
  });

  it('does not ask for ever when the model only calls functions', async () => {
    let calls = 0;
    const { widget } = openPage(
      callback(async function* () {
        calls += 1;
        yield { type: 'call', callId: `c${calls}`, name: 'ask', input: {} };
        if (calls > 1) yield '.';
      }),
    );
    widget().functions.set({ ask: { description: '', parameters: {}, handler: () => 'yes' } });
    await widget().conversation.send({ message: 'Ask' });
    expect(calls).toBe(17);
  });

  it('tells votes and what visitors say of themselves; takes a vote back that was refused', async () => {
    const vote = vi.fn<NonNullable<Transport['vote']>>().mockRejectedValueOnce(new Error('no'));
    const identify = vi.fn<NonNullable<Transport['identify']>>().mockResolvedValue(undefined);
    const { widget } = openPage(counting({ vote, identify }));
    const { id } = await widget().conversation.send({ message: 'Hello' });
    await expect(widget().messages.vote(id, 'up')).rejects.toThrow('no');
    expect(widget().conversation.getState().votes).toEqual({});
    await widget().contact.assign({ name: 'Ada' });
    expect(vote.mock.calls[0]).toMatchObject([{ id, text: '1 told' }, 'up', undefined]);
    vote.mockResolvedValue(undefined);
    await widget().messages.vote(id, 'down', 'Off topic');
    expect(vote.mock.calls[1]).toMatchObject([{ id }, 'down', 'Off topic']);
    expect(identify).toHaveBeenCalledWith({ name: 'Ada' });
    expect(widget().contact.get()).toEqual({ name: 'Ada' });
  });

  it('keeps files with the transport, and tells it of them', async () => {
    const requests: TransportRequest[] = [];
    const { widget } = openPage(
      callback(
        (request) => {
          requests.push(request);
          return 'Seen';
        },
        { upload: async ({ name, type }) => ({ type, localName: name, url: `https://files.example/${name}` }) },
      ),
    );
    await widget().draft.addFiles([new File(['a'], 'a.txt', { type: 'text/plain' })]);
    await widget().draft.send('Look');
    await until(() => {
      expect(requests[0]?.attachments).toMatchObject([{ localName: 'a.txt', url: 'https://files.example/a.txt' }]);
    });
  });

  it('does not tell what only the page has said, and what has not arrived', async () => {
    const sentMessages: string[][] = [];
    let isDown = true;
    const { widget } = openPage(
      callback(({ messages, text }) => {
        sentMessages.push(messages.map((message) => message.text));
        if (isDown) throw new Error('down');
        return `Yes to ${text}`;
      }),
    );
    widget().conversation.receive({ message: 'A hint of the page' });
    await expect(widget().conversation.send({ message: 'One' })).rejects.toThrow();
    isDown = false;
    await widget().conversation.send({ message: 'Two' });
    expect(sentMessages).toEqual([['One'], ['Two']]);
  });
});
