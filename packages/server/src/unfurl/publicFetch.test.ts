import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manualClock';
import { startPublicWeb, WEB_ADDRESS, type PublicWeb } from '../testing/publicWeb';
import { SSRF_TARGETS } from '../testing/ssrfTargets';
import { createPublicFetch, FETCH_MS, type PublicFetch } from './publicFetch';
import { FetchRefused } from './readBody';

const LIMIT = { accept: 'text/html', maxBytes: 524_288, whenLonger: 'cut' } as const;
/** What the real resolver says about these public names. */
const NAMES = {
  localhost: [['127.0.0.1', '::1']],
  'localtest.me': [['127.0.0.1']],
  '169.254.169.254.nip.io': [['169.254.169.254']],
  'spoofed.127.0.0.1.nip.io': [['127.0.0.1']],
  'metadata.google.internal': [['169.254.169.254']],
  'rebind.test': [[WEB_ADDRESS], ['127.0.0.1']],
  'half.test': [[WEB_ADDRESS, '10.0.0.1']],
};

let web: PublicWeb;
let clock: ManualClock;
let fetcher: PublicFetch;
beforeEach(async () => {
  web = await startPublicWeb(NAMES);
  clock = createManualClock();
  fetcher = createPublicFetch({ clock, resolve: web.resolve, dial: web.dial });
});
afterEach(() => web.close());

describe('A801 addresses that must lead nowhere', () => {
  // WHATWG addresses read a backslash as a slash: this is the page `/@127.0.0.1/` of ok.test.
  const harmless = new Set(['ssrf-043']);
  it.each(SSRF_TARGETS.filter(({ id, fixture }) => fixture === undefined && !harmless.has(id)).map(({ url }) => url))(
    '%s is refused before anything is dialled',
    async (url) => {
      await expect(fetcher(url, LIMIT)).rejects.toThrow(FetchRefused);
      expect(web.dialled).toEqual([]);
    },
  );

  it('a backslash is a slash', async () => {
    const paths: unknown[] = [];
    web.serve((request, response) => {
      paths.push(request.headers.host, request.url);
      response.end();
    });
    await fetcher('http://ok.test\\@127.0.0.1/', LIMIT);
    expect([web.dialled, paths]).toEqual([[`${WEB_ADDRESS}:80`], ['ok.test', '/@127.0.0.1/']]);
  });

  it.each([
    'http://user:secret@ok.test/',
    'https://ok.test:8443/',
    'http://ok.test:22/',
    'http:///',
    'javascript:alert(1)',
    '',
  ])('nor is %j fetched', async (url) => {
    await expect(fetcher(url, LIMIT)).rejects.toThrow(FetchRefused);
    expect(web.dialled).toEqual([]);
  });

  it('a name with one inner address among public ones is refused', async () => {
    await expect(fetcher('http://half.test/', LIMIT)).rejects.toThrow(FetchRefused);
    expect(web.dialled).toEqual([]);
  });

  it('a name that answers differently the second time is asked once, and the checked address is dialled', async () => {
    await fetcher('http://rebind.test/', LIMIT);
    expect([web.resolved, web.dialled]).toEqual([['rebind.test'], [`${WEB_ADDRESS}:80`]]);
    // The next fetch meets the new answer, and its check.
    await expect(fetcher('http://rebind.test/', LIMIT)).rejects.toThrow(FetchRefused);
    expect(web.dialled).toHaveLength(1);
  });

  it.each([
    'http://127.0.0.1/',
    '//localhost/x',
    'http://[::ffff:10.0.0.1]/',
    'https://ok.test:6379/',
    'file:///etc/passwd',
    'gopher://ok.test/',
    'http://user@ok.test/',
  ])('a redirect to %s is refused', async (location) => {
    web.serve((_, response) => response.writeHead(302, { Location: location }).end());
    await expect(fetcher('http://ok.test/', LIMIT)).rejects.toThrow(FetchRefused);
    expect(web.dialled).toEqual([`${WEB_ADDRESS}:80`]);
  });
});

describe('A812 hosts of the intranet that the operator names', () => {
  const intranet = ['crm.internal:8443', 'crm.internal:80', 'crm.example:80', '10.0.0.9:8080'];
  const names = { 'crm.internal': [['10.0.0.7']], 'crm.example': [['10.0.0.8']] };
  const ask = async (url: string, isPublicOnly = false) => {
    const inner = await startPublicWeb(names);
    inner.serve((request, response) => {
      const moved = /\?to=(.*)/.exec(request.url ?? '')?.[1];
      if (moved === undefined) response.end('in');
      else response.writeHead(302, { location: decodeURIComponent(moved) }).end();
    });
    const fetchInner = createPublicFetch({ clock, resolve: inner.resolve, dial: inner.dial, intranet });
    const ended = await fetchInner(url, { ...LIMIT, isPublicOnly }).then(
      ({ status }) => status,
      (error: unknown) => error instanceof FetchRefused,
    );
    await inner.close();
    return [ended, inner.dialled];
  };

  it('are reached at their port', async () => {
    expect(await ask('http://crm.internal/')).toEqual([200, ['10.0.0.7:80']]);
    expect(await ask('http://10.0.0.9:8080/')).toEqual([200, ['10.0.0.9:8080']]);
  });

  it('and not where another site names the address', async () => {
    expect(await ask('http://crm.internal/', true)).toEqual([true, []]);
    expect(await ask('http://10.0.0.9:8080/', true)).toEqual([true, []]);
  });

  it.each(['http://crm.internal:8080/', 'https://crm.internal/', 'http://10.0.0.9/', 'http://10.0.0.7/'])(
    'and not at another: %s',
    async (url) => {
      expect(await ask(url)).toEqual([true, []]);
    },
  );

  it('and never because a site redirects to one', async () => {
    const inside = encodeURIComponent('http://crm.internal/secret');
    expect(await ask(`http://ok.test/?to=${inside}`)).toEqual([true, [`${WEB_ADDRESS}:80`]]);
    expect(await ask(`http://10.0.0.9:8080/?to=${inside}`)).toEqual([true, ['10.0.0.9:8080']]);
    // A name that sounds public is known by its address alone.
    const soundsPublic = encodeURIComponent('http://crm.example/secret');
    expect(await ask('http://crm.example/')).toEqual([200, ['10.0.0.8:80']]);
    expect(await ask(`http://ok.test/?to=${soundsPublic}`)).toEqual([true, [`${WEB_ADDRESS}:80`]]);
    expect(await ask('http://crm.internal/?to=%2Fnext')).toEqual([200, ['10.0.0.7:80', '10.0.0.7:80']]);
  });
});

describe('A803 what a site may cost', () => {
  it('three redirects are followed, a fourth is not', async () => {
    web.serve((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop < 3) response.writeHead(302, { Location: `/${String(hop + 1)}` }).end();
      else response.end('arrived');
    });
    const answer = await fetcher('http://ok.test/0', LIMIT);
    expect([answer.url, Buffer.from(answer.bytes).toString()]).toEqual(['http://ok.test/3', 'arrived']);
    await expect(fetcher('http://ok.test/-1', LIMIT)).rejects.toThrow('Too many redirects');
    web.dialled.length = 0;
    web.serve((_, response) => response.writeHead(301, { Location: '/again' }).end());
    await expect(fetcher('http://ok.test/', LIMIT)).rejects.toThrow(FetchRefused);
    expect(web.dialled).toHaveLength(4);
  });

  it('a body that never ends is cut, or refused, and its connection closed', async () => {
    const closed = vi.fn();
    web.serve((_, response) => {
      response.on('close', closed);
      const more = (): void => {
        while (!response.destroyed && response.write('<meta name=x content=y>'.repeat(2_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect((await fetcher('http://ok.test/', LIMIT)).bytes).toHaveLength(524_288);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
    await expect(fetcher('http://ok.test/', { ...LIMIT, whenLonger: 'refuse' })).rejects.toThrow('too large');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
  });

  it('a compressed bomb is unfolded to the limit only', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1_048_576, 'a'), { level: 9 });
    web.serve((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb));
    expect((await fetcher('http://ok.test/', LIMIT)).bytes).toHaveLength(524_288);
    await expect(fetcher('http://ok.test/', { ...LIMIT, whenLonger: 'refuse' })).rejects.toThrow(FetchRefused);
  });

  it.each([
    ['says nothing', 'silent'],
    ['says one byte a second', 'slow'],
    ['has a name that nobody resolves', 'unresolved'],
  ])('a site that %s is given up after four seconds', async (_, kind) => {
    const asked = vi.fn();
    web.serve((_request, response) => {
      if (kind === 'slow') response.write('a');
      asked();
    });
    const slow = createPublicFetch({
      clock,
      dial: web.dial,
      resolve: kind === 'unresolved' ? () => new Promise((resolve) => asked(resolve)) : web.resolve,
    });
    const work = slow('http://ok.test/', LIMIT);
    const outcome = expect(work).rejects.toThrow('took too long');
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    clock.advance(FETCH_MS);
    await outcome;
  });

  it('is given up at once when its caller leaves, and its connection is closed', async () => {
    let closed = 0;
    web.serve((request) => {
      request.socket.once('close', () => (closed += 1));
    });
    const caller = new AbortController();
    const outcome = expect(fetcher('http://ok.test/', { ...LIMIT, signal: caller.signal })).rejects.toBe('stopped');
    await vi.waitFor(() => expect(web.dialled).toHaveLength(1));
    caller.abort('stopped');
    await outcome;
    await expect(fetcher('http://ok.test/', { ...LIMIT, signal: caller.signal })).rejects.toBe('stopped');
    expect(web.dialled).toHaveLength(1);
    await vi.waitFor(() => expect(closed).toBe(1));
  });

  it.each([
    [
      'longer than its announced length',
      (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabcdefgh'),
    ],
    [
      'shorter than its announced length',
      (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nab'),
    ],
    ['no HTTP', (write: (text: string) => void) => write('220 ready\r\n')],
    ['one endless header', (write: (text: string) => void) => write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1_000_000)}`)],
    [
      'broken compression',
      (write: (text: string) => void) =>
        write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd'),
    ],
    [
      'unknown compression',
      (write: (text: string) => void) =>
        write('HTTP/1.1 200 OK\r\nContent-Encoding: zip\r\nContent-Length: 4\r\n\r\nabcd'),
    ],
  ])('an answer that is %s stays within limits', async (_, answer) => {
    web.serve((request) => {
      answer((text) => request.socket.end(text));
    });
    const outcome = await fetcher('http://ok.test/', LIMIT).catch((error: unknown) => error);
    expect(outcome instanceof Error || (outcome as { bytes: Uint8Array }).bytes.byteLength <= 2).toBe(true);
  });

  it('carries no cookies, no credentials, and the name it was asked for', async () => {
    const headers: Record<string, unknown>[] = [];
    web.serve((request, response) => {
      headers.push(request.headers);
      response
        .writeHead(request.url === '/' ? 302 : 200, { 'Set-Cookie': 'a=1', Location: 'http://other.test/next' })
        .end();
    });
    await fetcher('http://ok.test/', LIMIT);
    expect(headers.map(({ host }) => host)).toEqual(['ok.test', 'other.test']);
    for (const each of headers)
      expect(Object.keys(each).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });
});

describe('a body that is handed over while it comes', () => {
  const STREAM = {
    ...LIMIT,
    whenLonger: 'refuse',
    isStreamed: (type: string) => type === 'text/event-stream',
  } as const;
  let closed: number;
  const open = async (what: Partial<typeof STREAM> & { signal?: AbortSignal } = {}) => {
    closed = 0;
    web.serve((_, response) => {
      response.on('close', () => (closed += 1));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first');
    });
    const { body, bytes } = await fetcher('http://ok.test/', { ...STREAM, ...what });
    expect(bytes).toHaveLength(0);
    const chunks = body?.[Symbol.asyncIterator]();
    expect(String(Buffer.from((await chunks?.next())?.value ?? []))).toBe('first');
    return chunks;
  };

  it('ends at its limit of time, as a whole body does', async () => {
    const chunks = await open();
    const outcome = expect(chunks?.next()).rejects.toThrow('took too long');
    clock.advance(FETCH_MS);
    await outcome;
    await vi.waitFor(() => expect(closed).toBe(1));
  });

  it('is closed when its reader leaves it, or its caller', async () => {
    const chunks = await open();
    await chunks?.return?.();
    await vi.waitFor(() => expect(closed).toBe(1));
    const caller = new AbortController();
    const others = await open({ signal: caller.signal });
    const outcome = expect(others?.next()).rejects.toBe('stopped');
    caller.abort('stopped');
    await outcome;
    await vi.waitFor(() => expect(closed).toBe(1));
  });

  it('is read whole where its type is another', async () => {
    web.serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('whole'));
    const { body, bytes } = await fetcher('http://ok.test/', STREAM);
    expect([body, String(Buffer.from(bytes))]).toEqual([undefined, 'whole']);
  });
});
