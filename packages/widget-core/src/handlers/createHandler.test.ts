// @vitest-environment node
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkConformance } from '../conformance';
import { createWidget } from '../createWidget';
import { systemClock } from '../lib/clock';
import { createFakeBrowser } from '../testing/fakeBrowser';
import type { ManualClock } from '../testing/manualClock';
import { until } from '../testing/backend';
import { loadIntegration } from '../transport/loadIntegration';
import type { ReplyCallback } from '../transports/callback';
import type { Transport } from '../transports/transport';
import { createHandler, type Handler, type HandlerOptions } from './createHandler';
import { toNodeHandler } from './toNodeHandler';

const SECRET = 'a secret of the tests, long enough to be one';
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const echo: ReplyCallback = async function* ({ text, messages }) {
  yield 'You said ';
  yield `${text}, message ${String(messages.length)}`;
};
const make = (reply: HandlerOptions['reply'] = echo, more: Partial<HandlerOptions> = {}): Handler =>
  createHandler({ reply, secret: SECRET, onError: () => undefined, ...more });

/** The handler on a port of this machine. */
async function serve(handler: Handler): Promise<string> {
  const server = createServer(toNodeHandler(handler));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** A widget of a page, with this handler as its server. */
async function openWidget(handler: Handler) {
  const fetch = ((input: string, init?: RequestInit) =>
    handler(new Request(new URL(input, 'https://chat.test'), init))) as typeof globalThis.fetch;
  const browser = createFakeBrowser(fetch, systemClock as ManualClock);
  const tab = browser.openTab();
  const integration = await loadIntegration('https://chat.test', 'demo', tab.environment);
  const open = () => createWidget({ base: 'https://chat.test', integration, environment: tab.environment });
  let widget = open();
  closing.push(() => widget.close());
  return {
    widget: () => widget,
    reload() {
      tab.leave();
      widget.close();
      widget = open();
    },
    texts: () =>
      widget.conversation
        .getState()
        .messages.filter(({ extra }) => extra?.visible !== false)
        .map(({ type, text }) => `${type}: ${text}`),
  };
}

describe('a handler', () => {
  it('conforms, as a function of the web', async () => {
    const handler = make(echo, { origins: ['https://shop.example.com'] });
    const report = await checkConformance({
      url: 'https://chat.test/api/chat',
      widget: 'demo',
      origin: 'https://shop.example.com',
      fetch: ((input: string, init?: RequestInit) => handler(new Request(input, init))) as typeof fetch,
    });
    expect(report.checks.filter(({ isOk }) => isOk !== true)).toEqual([]);
  });

  it("conforms on Node's own server", async () => {
    const url = await serve(make());
    const report = await checkConformance({ url, widget: 'demo' });
    expect(report.checks.filter(({ isOk }) => isOk === false)).toEqual([]);
  });

  it('outlives a visitor who leaves in the middle of a request', async () => {
    const { hostname, port } = new URL(await serve(make()));
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          'POST /v1/integration/widget/demo/session/create HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
        );
        setTimeout(() => socket.destroy(), 20);
      });
      socket.once('close', () => resolve());
    });
    const after = await fetch(`http://${hostname}:${port}/v1/integration/widget/demo/config`);
    expect(after.status).toBe(200);
  });

  it('is a server for a widget: a conversation, a reload, another reply, an edit', async () => {
    const { widget, reload, texts } = await openWidget(make());
    await widget().conversation.send({ message: 'One' });
    await widget().conversation.send({ message: 'Two' });
    expect(texts()).toEqual(['user: One', 'bot: You said One, message 1', 'user: Two', 'bot: You said Two, message 3']);
    reload();
    await until(() => {
      expect(texts()).toHaveLength(4);
    });
    const reply = widget().conversation.getState().messages.at(-1);
    await widget().messages.regenerate(reply?.id ?? '');
    const first = widget().conversation.getState().messages[0];
    await widget().messages.edit(first?.id ?? '', 'Uno');
    expect(texts()).toEqual(['user: Uno', 'bot: You said Uno, message 1']);
  });

  it('lets the page run its functions, and goes on with their results', async () => {
    const reply: ReplyCallback = async function* ({ trigger, messages }) {
      if (trigger !== 'functions') yield { type: 'call', callId: 'c1', name: 'getOrder', input: { id: 'A-1' } };
      else {
        const tool = messages.at(-1)?.parts?.find((part) => part.type === 'tool');
        yield `It is ${JSON.stringify(tool?.type === 'tool' && tool.output)}`;
      }
    };
    const { widget } = await openWidget(make(reply));
    widget().functions.set({ getOrder: { description: 'The order', parameters: { type: 'object' } } });
    widget().functions.setCaller(async ({ args }) => ({ value: { args, state: 'shipped' } }));
    const { text } = await widget().conversation.send({ message: 'Where is it?' });
    expect(text).toBe('It is {"args":{"id":"A-1"},"state":"shipped"}');
  });

  it('stops a reply, and keeps what was said', async () => {
    const reply: ReplyCallback = async function* (_request, { signal }) {
      yield 'Half';
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    };
    const { widget, reload, texts } = await openWidget(make(reply));
    const sent = widget().conversation.send({ message: 'Hello' });
    await until(() => {
      expect(widget().conversation.getState().reply?.text).toBe('Half');
    });
    await widget().conversation.stop();
    await sent.catch(() => undefined);
    reload();
    await until(() => {
      expect(texts()).toEqual(['user: Hello', 'bot: Half']);
    });
  });

  it('goes on writing when its reader has left', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const kept: Promise<unknown>[] = [];
    const handler = make(
      async function* () {
        yield 'One ';
        await finished;
        yield 'two';
      },
      { waitUntil: (promise) => void kept.push(promise) },
    );
    const call = (path: string, init: RequestInit = {}): Promise<Response> =>
      handler(new Request(`https://chat.test${path}`, init));
    const { conversationId, token } = (await (
      await call('/v1/integration/widget/demo/session/create', { method: 'POST', body: '{}' })
    ).json()) as { conversationId: string; token: string };
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
    const path = `/v1/conversation/${conversationId}/complete`;
    const response = await call(path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: 'message-1', text: 'Count' }),
    });
    await response.body?.cancel();
    const again = await call(path, { headers });
    const ofAnother = await call(path, { headers: { ...headers, 'Last-Event-ID': 'run_another.1' } });
    expect(ofAnother.status).toBe(410);
    finish();
    expect(await again.text()).toContain('"text":"One two"');
    await Promise.all(kept);
    expect(kept).toHaveLength(1);
    const list = await call(`/v1/conversation/${conversationId}/message/list`, { headers });
    expect(await list.json()).toMatchObject({ items: [{ text: 'Count' }, { text: 'One two' }] });
  });

  it('tells visitors what is fit to be shown, and its operator the rest', async () => {
    const onError = vi.fn();
    const cases: [HandlerOptions['reply'], string][] = [
      [
        async () => {
          throw new Error('the key of the model is wrong');
        },
        'It did not work',
      ],
      [
        async function* () {
          yield { type: 'error', code: 'CLOSED', message: 'Closed on Sundays' };
        },
        'Closed on Sundays',
      ],
    ];
    for (const [reply, sentence] of cases) {
      const { widget } = await openWidget(make(reply, { onError }));
      await expect(widget().conversation.send({ message: 'Hello' })).rejects.toThrow(sentence);
    }
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringContaining('key of the model') });
  });

  it('keeps what came before a failure, and answers again where it is asked again', async () => {
    let tries = 0;
    const handler = make(async function* () {
      tries += 1;
      yield 'Half';
      if (tries === 1) throw new TypeError('connection lost');
      yield ' and whole';
    });
    const { widget, reload, texts } = await openWidget(handler);
    await widget()
      .conversation.send({ message: 'Hello' })
      .catch(() => undefined);
    reload();
    await until(() => {
      expect(texts()).toEqual(['user: Hello', 'bot: Half']);
    });
    await widget().conversation.retry();
    expect(texts()).toEqual(['user: Hello', 'bot: Half and whole']);
  });

  it('hands files, votes and contacts to the transport, and has no button for what it cannot do', async () => {
    const vote = vi.fn(async () => undefined);
    const identify = vi.fn(async () => undefined);
    const seen: unknown[] = [];
    const transport: Transport = {
      async *send({ attachments }) {
        seen.push(attachments);
        yield { type: 'text', text: 'Yes' };
      },
      vote,
      identify,
      upload: async (file) => ({ type: file.type, localName: file.name, url: `https://files.test/${file.name}` }),
    };
    const { widget } = await openWidget(make(transport));
    expect(widget().integration.features).toMatchObject({ upload: true, vote: true });
    await widget().contact.assign({ name: 'Ana' });
    expect(identify).toHaveBeenCalledWith({ name: 'Ana', email: undefined, phone: undefined });
    const file = new File(['words'], 'a.txt', { type: 'text/plain' });
    const { id } = await widget().conversation.send({ message: 'Read it', attachments: [file] });
    expect(seen).toMatchObject([[{ localName: 'a.txt', url: 'https://files.test/a.txt' }]]);
    await widget().messages.vote(id, 'up');
    expect(vote).toHaveBeenLastCalledWith(expect.objectContaining({ id, text: 'Yes' }), 'up', undefined);
    await widget().messages.vote(id, 'down', 'Off topic');
    expect(vote).toHaveBeenLastCalledWith(expect.objectContaining({ id }), 'down', 'Off topic');
    await expect(widget().messages.vote(id, 'down', 'x'.repeat(1_001))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { widget: least } = await openWidget(make());
    expect(least().integration.features).toMatchObject({ upload: false, vote: false });
  });

  it('keeps conversations where it is told, for another process with the same secret', async () => {
    const kept = new Map<string, string>();
    const store = {
      get: async (key: string) => kept.get(key),
      set: async (key: string, value: string) => void kept.set(key, value),
    };
    let handler = make(echo, { store });
    const { widget, reload, texts } = await openWidget((request) => handler(request));
    await widget().conversation.send({ message: 'One' });
    handler = make(echo, { store });
    reload();
    await widget().conversation.send({ message: 'Two' });
    expect(texts().at(-1)).toBe('bot: You said Two, message 3');
  });

  it('knows its widgets, where they are named', async () => {
    const handler = make(echo, { widgets: { demo: { barTitle: 'Ours' } } });
    const read = async (id: string): Promise<Response> =>
      handler(new Request(`https://chat.test/v1/integration/widget/${id}/config`));
    expect(await (await read('demo')).json()).toMatchObject({ config: { barTitle: 'Ours' } });
    for (const id of ['other', 'constructor']) expect((await read(id)).status).toBe(404);
  });

  it('refuses a secret that is too short, and pages that are not on its list', async () => {
    expect(() => createHandler({ reply: echo, secret: 'short' })).toThrow('at least 32');
    const answer = await make()(
      new Request('https://chat.test/v1/integration/widget/demo/config', { headers: { Origin: 'https://evil.test' } }),
    );
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('the conformance kit', () => {
  it('finds what a backend does wrong', async () => {
    const right = make();
    const broken: Record<string, (request: Request, response: Response) => Response | Promise<Response>> = {
      'a streamed reply: begin, text, result, end': async (request, response) =>
        request.headers.get('Accept') === 'text/event-stream' && response.status === 200
          ? new Response((await response.text()).replaceAll(/^id: .*\n/gm, ''), response)
          : response,
      'no token, no conversation': (_request, response) =>
        response.status === 401 ? Response.json({ items: [], cursor: null }) : response,
      'a session continues with its latest token': async (request, response) =>
        request.url.endsWith('/session/create')
          ? Response.json({ ...((await response.json()) as object), resumed: false })
          : response,
      'abort while nothing is running': (request, response) =>
        request.url.endsWith('/abort') ? Response.json({ id: 'r_1' }) : response,
      'wrong requests are refused with their reasons': (_request, response) =>
        response.status === 400 ? new Response('no', { status: 400 }) : response,
    };
    for (const [name, spoil] of Object.entries(broken)) {
      const { isOk, checks } = await checkConformance({
        url: 'https://chat.test',
        widget: 'demo',
        fetch: (async (input: string, init?: RequestInit) => {
          const request = new Request(input, init);
          return spoil(request, await right(request.clone()));
        }) as typeof fetch,
      });
      expect([isOk, checks.find((check) => check.name === name)?.isOk]).toEqual([false, false]);
    }
  });
});
