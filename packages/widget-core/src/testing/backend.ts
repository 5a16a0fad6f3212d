import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { systemClock } from '../lib/clock';
import type { Message } from '../api/message';
import { createWidget } from '../createWidget';
import type { Transport } from '../transports/transport';
import type { Widget } from '../widget/widget';
import { createFakeBrowser, type FakeBrowser, type FakeTab } from './fakeBrowser';
import type { ManualClock } from './manualClock';

/** One request that a backend was sent. */
export interface BackendRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Its JSON. */
  readonly body: unknown;
  /** Aborted when the other side has hung up. */
  readonly signal: AbortSignal;
}

/** A server of its own on this machine. */
export interface Backend {
  readonly url: string;
  readonly requests: readonly BackendRequest[];
  readonly close: () => Promise<void>;
}

/** Starts a server. What `answer` throws is a failure 500. */
export async function startBackend(
  answer: (request: BackendRequest, response: ServerResponse) => unknown,
): Promise<Backend> {
  const requests: BackendRequest[] = [];
  const server = createServer((incoming, response) => {
    const controller = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) controller.abort();
    });
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = incoming;
      const request = {
        method,
        path,
        headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        signal: controller.signal,
      };
      requests.push(request);
      await answer(request, response);
    })().catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Writes an answer of the web's kind (`Response`) to a response of Node. */
export async function pipe(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) response.write(next.value);
  response.end();
}

/** Begins an answer of server-sent events. */
export function startEvents(response: ServerResponse): (data: unknown, event?: string, id?: string) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  return (data, event, id) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${text}\n\n`);
  };
}

/** A page with a widget, and what its visitor can do to it. */
export interface Page {
  readonly widget: () => Widget;
  readonly browser: FakeBrowser;
  readonly tab: FakeTab;
  readonly reload: () => Widget;
  readonly newest: () => Message | undefined;
  readonly texts: () => string[];
  readonly liveText: () => string | undefined;
}

/** A widget with a transport, in a browser that is not there. Time and network are real. */
export function openPage(transport: Transport): Page {
  const browser = createFakeBrowser(
    () => Promise.reject(new Error('no server of ours may be asked')),
    systemClock as ManualClock,
  );
  const tab = browser.openTab();
  const open = (): Widget => createWidget({ transport, environment: tab.environment });
  let widget = open();
  return {
    widget: () => widget,
    browser,
    tab,
    reload() {
      tab.leave();
      widget.close();
      widget = open();
      return widget;
    },
    newest: () => widget.conversation.getState().messages.at(-1),
    texts: () =>
      widget.conversation
        .getState()
        .messages.filter(({ extra }) => extra?.visible !== false)
        .map(({ type, text }) => `${type}: ${text}`),
    liveText: () => widget.conversation.getState().reply?.text,
  };
}

/** Waits for something to become true. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 5_000, interval: 5 });
}
