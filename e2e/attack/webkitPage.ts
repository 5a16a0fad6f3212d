import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebKitSessions } from '../engines/webkit';
import type { HostServer } from '../hostPages/hostServer';
import { rawHtml, speak, type AttackPage } from './attackPage';
import { LISTEN, noSignals, sortSignals, TAKE_SIGNALS, type Signal } from './watch';

/**
 * The frame in a host's page in WebKit. Whatever it asks of other hosts goes to a proxy that writes it down and refuses
 * it.
 */
export async function openWebKitPage(sessions: WebKitSessions, server: string, host: HostServer): Promise<AttackPage> {
  const address = `${server}/integrations/widget/demo/frame?layout=fullscreen`;
  host.pages.set('/raw', { html: rawHtml(address) });
  const signals = noSignals();
  const proxy = await startProxy((url) => signals.requests.push(url));
  // WebDriver's own `proxy` leaves out https in this browser.
  const { call, close } = await sessions.open([
    `--proxy=http://${proxy.address}`,
    '--ignore-host=localhost',
    '--ignore-host=127.0.0.1',
  ]);
  await call('POST', '/timeouts', { script: 180_000, pageLoad: 60_000 });
  await call('POST', '/url', { url: `${host.origin}/raw` });

  let place: 'page' | 'frame' = 'page';
  async function enter(next: 'page' | 'frame'): Promise<void> {
    if (next === place) return;
    await call('POST', '/frame', { id: null });
    if (next === 'frame') await call('POST', '/frame', { id: 0 });
    place = next;
  }
  async function run<Result>(expression: string): Promise<Result> {
    const answer = await call<{ value?: Result; error?: string }>('POST', '/execute/async', {
      script: `const done = arguments[0]; (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args: [],
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as Result;
  }
  // One command after another: a session stands in one document at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(next: 'page' | 'frame', expression: string): Promise<Result> => {
    const turn = last.then(() => enter(next)).then(() => run<Result>(expression));
    last = turn.catch(() => undefined);
    return turn;
  };
  const inPage: AttackPage['inPage'] = (expression) => inTurn('page', expression);
  const inFrame: AttackPage['inFrame'] = (expression) => inTurn('frame', expression);

  await inFrame(
    `new Promise((resolve) => { const see = () => { if (document.querySelector('textarea')) resolve(true); else setTimeout(see, 50); }; see(); })`,
  );
  for (const listen of [inPage, inFrame]) await listen(`void ${LISTEN.replace(/;\s*$/, '')}`);
  return {
    inPage,
    inFrame,
    signals: {
      ...signals,
      async collect() {
        for (const where of [inPage, inFrame]) {
          const { heard, href, isHere } = await where<{ heard: Signal[]; href: string; isHere: boolean }>(
            `({ isHere: '__heard' in window, heard: ${TAKE_SIGNALS}, href: location.href })`,
          );
          sortSignals(signals, heard, false);
          if (!isHere) signals.navigations.push(href);
        }
        const handles = await call<string[]>('GET', '/window/handles');
        if (handles.length > 1) signals.popups.push(`${String(handles.length - 1)} windows`);
      },
    },
    call: (type, props) => speak(inPage, type, props),
    async close() {
      await close();
      await proxy.close();
    },
  };
}

/** Refuses everything and tells what it was: of https only the host can be known. */
async function startProxy(
  onRequest: (url: string) => void,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    onRequest(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    onRequest(`https://${request.url ?? ''}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
