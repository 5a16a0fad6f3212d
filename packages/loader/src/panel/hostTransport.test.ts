import { createHostTransport } from '@sotto/widget-core/internal';
import type { Transport } from '@sotto/widget-core/transports';
import {
  createConnection,
  createPortEndpoint,
  frameToHost,
  hostToFrame,
  systemClock,
  WidgetError,
  type FrameConnection,
} from '@sotto/widget-core/internal/protocol';
import type { ReplyEvent, TransportRequest } from '@sotto/widget-core/transports';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PanelHost } from '../panelHost';
import { callTransport } from './hostTransport';

const REQUEST: TransportRequest = {
  id: 'm1',
  trigger: 'message',
  text: 'Hello',
  attachments: [],
  meta: undefined,
  messages: [{ id: 'm1', type: 'user', text: 'Hello', meta: undefined }],
  conversationId: 'c1',
  functions: {},
};
const METHODS = ['resume', 'answer', 'upload', 'vote', 'identify'] as const;
const ended = new AbortController();
const open: { close(): void }[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A page with a transport, and its frame's ends of the talk. */
function setUp(transport: Transport | string | undefined) {
  const gone = new AbortController();
  const host = { state: { config: { transport } }, signal: gone.signal } as unknown as PanelHost;
  const openFrame = (): Transport => {
    const { port1, port2 } = new MessageChannel();
    const page: FrameConnection = createConnection({
      endpoint: createPortEndpoint(port1),
      incoming: frameToHost,
      clock: systemClock,
    });
    const frame = createConnection({
      endpoint: createPortEndpoint(port2),
      outgoing: frameToHost,
      incoming: hostToFrame,
      clock: systemClock,
    });
    open.push(page, frame);
    page.answer('callTransport', (call) => callTransport(host, page, call));
    page.start();
    frame.start();
    const can = typeof transport === 'object' ? METHODS.filter((name) => transport[name]) : [];
    const made = createHostTransport(frame, ['transport', ...can.map((name) => `transport.${name}`)]);
    if (!made) throw new Error('no transport');
    return made;
  };
  return { frame: openFrame(), openFrame, leave: () => gone.abort() };
}

async function collect(events: AsyncIterable<ReplyEvent>): Promise<ReplyEvent[]> {
  const all: ReplyEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
const send = (transport: Transport, request = REQUEST, { signal } = ended): Promise<ReplyEvent[]> =>
  collect(transport.send(request, { signal }));
const sending = (reply: () => AsyncGenerator<ReplyEvent>, more: Partial<Transport> = {}): Transport => ({
  send: reply,
  ...more,
});

describe('the transport of a page, asked by the frame', () => {
  it('is told the whole request, and its events come in order', async () => {
    const told: TransportRequest[] = [];
    const events: ReplyEvent[] = [
      { type: 'accepted', messageId: 'b1' },
      { type: 'reasoning', text: 'Well' },
      { type: 'tool-begin', callId: 't', name: 'search', input: { q: [1] } },
      { type: 'tool-end', callId: 't', output: null },
      { type: 'text', text: 'Yes', cursor: '5' },
      { type: 'source', url: 'https://a.test' },
      { type: 'end', reason: 'length', usage: { inputTokens: 1 } },
    ];
    const { frame } = setUp({
      async *send(request) {
        told.push(request);
        yield* events;
      },
    });
    expect(await send(frame)).toEqual(events);
    expect(told).toEqual([JSON.parse(JSON.stringify(REQUEST))]);
  });

  it('takes a conversation that is larger than one message of the protocol', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => ({
      id: `m${index}`,
      type: 'user' as const,
      text: 'x'.repeat(20_000),
    }));
    let told: readonly unknown[] = [];
    const { frame } = setUp({
      async *send(request) {
        told = request.messages;
      },
    });
    await send(frame, { ...REQUEST, messages });
    expect(told).toEqual(messages);
  });

  it('hands on many events in few answers, and each before the next one is waited for', async () => {
    let resume = (): void => undefined;
    const { frame } = setUp(
      sending(async function* () {
        yield { type: 'text', text: 'first' };
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        for (let index = 0; index < 1000; index += 1) yield { type: 'text', text: '.' };
      }),
    );
    const reply = frame.send(REQUEST, { signal: ended.signal })[Symbol.asyncIterator]();
    expect((await reply.next()).value).toEqual({ type: 'text', text: 'first' });
    resume();
    let count = 0;
    while (!(await reply.next()).done) count += 1;
    expect(count).toBe(1000);
  });

  it('tells what came before a failure, then the failure with its code', async () => {
    const { frame } = setUp(
      sending(async function* () {
        yield { type: 'text', text: 'Half' };
        throw new WidgetError('TOO_MANY_REQUESTS', { message: 'Slowly' });
      }),
    );
    const heard: ReplyEvent[] = [];
    const failure = (async () => {
      for await (const event of frame.send(REQUEST, { signal: ended.signal })) heard.push(event);
    })();
    await expect(failure).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Slowly' });
    expect(heard).toEqual([{ type: 'text', text: 'Half' }]);
  });

  it.each([
    [new Error('secret'), 'failed'],
    [new TypeError('Failed to fetch'), 'NETWORK'],
  ])('keeps the words of %s in the page', async (error, code) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { frame } = setUp(
      sending(async function* () {
        throw error;
      }),
    );
    await expect(send(frame)).rejects.toMatchObject({ code, message: expect.not.stringContaining(error.message) });
    expect(warned).toHaveBeenCalledWith('[sotto]', error);
  });

  it('is stopped when the visitor stops, and when nobody reads on', async () => {
    for (const way of ['abort', 'return']) {
      const controller = new AbortController();
      let stopped: AbortSignal | undefined;
      const { frame } = setUp({
        async *send(_request, { signal }) {
          stopped = signal;
          yield { type: 'text', text: 'One' };
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          });
        },
      });
      const reply = frame.send(REQUEST, { signal: controller.signal })[Symbol.asyncIterator]();
      await reply.next();
      if (way === 'abort') {
        const next = reply.next();
        controller.abort();
        await expect(next).rejects.toMatchObject({ code: 'ABORTED' });
      } else await reply.return?.();
      await vi.waitFor(() => {
        expect(stopped?.aborted).toBe(true);
      });
    }
  });

  it('is stopped when the frame is loaded anew, and when the widget goes', async () => {
    const stopped: AbortSignal[] = [];
    const { frame, openFrame, leave } = setUp({
      async *send(_request, { signal }) {
        stopped.push(signal);
        yield { type: 'text', text: 'One' };
        await new Promise(() => undefined);
      },
    });
    await frame.send(REQUEST, { signal: ended.signal })[Symbol.asyncIterator]().next();
    await openFrame().send(REQUEST, { signal: ended.signal })[Symbol.asyncIterator]().next();
    expect(stopped.map(({ aborted }) => aborted)).toEqual([true, false]);
    leave();
    expect(stopped.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('has what the page has, and nothing else', async () => {
    const { frame: least } = setUp(sending(async function* () {}));
    expect(METHODS.filter((name) => least[name])).toEqual([]);
    const calls: unknown[][] = [];
    const all: Transport = {
      async *send() {},
      async *resume(cursor) {
        yield { type: 'text', text: cursor };
      },
      answer: async (...call) => void calls.push(call),
      vote: async (...call) => void calls.push(call),
      identify: async (...call) => void calls.push(call),
      upload: async (file) => ({ type: file.type, localName: file.name, id: 'f1' }),
    };
    const { frame } = setUp(all);
    if (!frame.resume) throw new Error('cannot resume');
    expect(await collect(frame.resume('7', { signal: ended.signal }))).toEqual([{ type: 'text', text: '7' }]);
    await frame.answer?.('call', { value: 1 });
    await frame.vote?.({ id: 'b1', type: 'bot', text: 'x' }, 'up');
    await frame.vote?.({ id: 'b1', type: 'bot', text: 'x' }, 'down', 'Off topic');
    await frame.identify?.({ name: 'Ana' });
    const message = { id: 'b1', type: 'bot', text: 'x' };
    expect(calls).toEqual([
      ['call', { value: 1 }],
      [message, 'up', undefined],
      [message, 'down', 'Off topic'],
      [{ name: 'Ana' }],
    ]);
    // A file crosses as it is: what arrives is read in the browser specs, where ports carry files.
    const attachment = { type: 'text/plain', localName: 'a.txt', id: 'f1' };
    const port = { request: async () => ({ value: attachment }) } as unknown as FrameConnection;
    const uploading = createHostTransport(port, ['transport', 'transport.upload']);
    await expect(
      uploading?.upload?.(new File(['x'], 'a.txt'), { signal: ended.signal, onProgress: () => undefined }),
    ).resolves.toEqual(attachment);
  });

  it('is named by an attribute: the protocol and the address', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const isStream = url === '/sse';
      const stream = 'data: {"type":"text-delta","id":"1","delta":"SSE"}\n\ndata: {"type":"finish"}\n\n';
      return new Response(isStream ? stream : 'Plain', {
        headers: { 'Content-Type': isStream ? 'text/event-stream' : 'text/plain' },
      });
    });
    for (const [written, address, text] of [
      ['ai-sdk:/sse', '/sse', 'SSE'],
      ['/plain', '/plain', 'Plain'],
      ['https://a.test/plain', 'https://a.test/plain', 'Plain'],
    ] as const) {
      const events = await send(setUp(written).frame);
      expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(text);
      expect(asked.at(-1)).toBe(address);
    }
  });

  it('leaves out an event that is none', async () => {
    const { frame } = setUp(
      sending(async function* () {
        yield { type: 'later', text: 'x' } as never;
        yield { type: 'text', text: 5 } as never;
        yield { type: 'text', text: 'Yes' };
      }),
    );
    expect(await send(frame)).toEqual([{ type: 'text', text: 'Yes' }]);
  });
});

describe('a page without a transport', () => {
  it('has none in its frame', () => {
    expect(createHostTransport({} as never, ['close'])).toBeUndefined();
  });

  it('refuses what the frame asks of it', async () => {
    await expect(send(setUp(undefined).frame)).rejects.toMatchObject({ code: 'unsupported' });
  });
});
