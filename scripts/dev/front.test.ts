import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFront, widenPolicy } from './front.mjs';
import { nameSources } from './siteSources.mjs';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A front before a server that answers as `behind` says. Sources are answered with their own address. */
async function setUp(behind: RequestListener, { address }: { address?: (port: number) => Promise<number> } = {}) {
  const port = await listen(behind);
  const vite = {
    middlewares: (incoming: { url: string }, outgoing: { end: (text: string) => void }) => {
      outgoing.end(`source ${incoming.url}`);
    },
  };
  let failure: Error | undefined;
  const front = createFront({ vite, backend: { address: () => address?.(port) ?? port }, failure: () => failure });
  const origin = `http://127.0.0.1:${String(await listen(front as RequestListener))}`;
  return {
    get: (path: string) => fetch(origin + path, { headers: { accept: 'text/html' } }),
    fail: (error?: Error) => {
      failure = error;
    },
  };
}

describe('FC-2 the one port of development', () => {
  it('gives sources, the loader, and everything else from the server', async () => {
    const { get } = await setUp((incoming, outgoing) => {
      outgoing.end(`server ${incoming.url ?? ''}`);
    });
    expect(await (await get('/src/main.tsx?t=1')).text()).toBe('source /src/main.tsx?t=1');
    expect(await (await get('/integrations/widget/v2.js')).text()).toContain('v2/source/element.mjs');
    expect(await (await get('/integrations/widget/v2/source/element.mjs')).text()).toMatch(
      /^export \* from '\/@fs\/.*\/loader\/src\/element\/\w+\.ts';$/,
    );
    expect(await (await get('/api/v1/anything')).text()).toBe('server /api/v1/anything');
  });

  it('sends a reply piece by piece, as it is written', async () => {
    let finish = (): void => undefined;
    const { get } = await setUp((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
      outgoing.write('first');
      finish = () => {
        outgoing.end('last');
      };
    });
    const reader = (await get('/reply')).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
    finish();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last');
  });

  it('tells pages of changes before their own scripts run, and names sources in them', async () => {
    const text = '<html><head><link rel="stylesheet" href="/site/site.css"></head><body>ü</body></html>';
    const { get } = await setUp((_incoming, outgoing) => {
      outgoing.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': String(Buffer.byteLength(text)),
        'Content-Security-Policy': "script-src 'self'; style-src 'self'",
      });
      outgoing.end(text);
    });
    const page = await get('/');
    const html = await page.text();
    expect(html).toMatch(
      /<head><script type="module" src="\/@sotto\/page\.js"><\/script><link rel="stylesheet" href="\/@fs\/[^"]*\/hub-site\/src\/styles\/site\.css">/,
    );
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'");
  });

  it('waits with requests while the server starts anew', async () => {
    let isReady = (_port: number): void => undefined;
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    let port = 0;
    const { get } = await setUp(
      (_incoming, outgoing) => {
        outgoing.end('new');
      },
      {
        address: (known) => {
          port = known;
          isAsked();
          return new Promise((resolve) => {
            isReady = resolve;
          });
        },
      },
    );
    const answer = get('/api');
    await asked;
    isReady(port);
    expect(await (await answer).text()).toBe('new');
  });

  it('shows why sources cannot be loaded, on a page that comes back by itself', async () => {
    const { get, fail } = await setUp((_incoming, outgoing) => {
      outgoing.end('server');
    });
    fail(new Error('Unexpected <token>'));
    const page = await get('/hub');
    expect([page.status, await page.text()]).toEqual([
      500,
      expect.stringMatching(/\/@sotto\/page\.js[^]*Unexpected &lt;token>/),
    ]);
    fail();
    expect(await (await get('/hub')).text()).toBe('server');
  });
});

describe('FC-2 the policy of a page in development', () => {
  it('lets in what Vite does, and forbids everything else as before', () => {
    expect(
      widenPolicy("default-src 'none'; script-src 'self'; style-src 'sha256-abc='; connect-src 'none'; img-src data:"),
    ).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:; img-src data:",
    );
  });

  it('names only sources that there are', () => {
    expect(nameSources('/site/site.ts /site/chat.css /site/chat-light-800.webp /site/other.css')).toMatch(
      /^\/@fs\S+\/client\/site\.ts \/@fs\S+\/styles\/chat\.css \/site\/chat-light-800\.webp \/site\/other\.css$/,
    );
  });
});
