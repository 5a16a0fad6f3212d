import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { createEndpointFetch, type EndpointRequest } from './endpointFetch';

const refuse = async (): Promise<never> => {
  throw new Error('the fallback was asked');
};

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
}

const request = (signal = new AbortController().signal): EndpointRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"text":"ü"}',
  signal,
});

describe('S-12 asking an endpoint', () => {
  it('sends the body whole and reads pieces as they come, together when nobody asked meanwhile', async () => {
    let write = (_text: string): void => undefined;
    let end = (): void => undefined;
    let body = '';
    const url = await listen((incoming, outgoing) => {
      incoming.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      write = (text) => outgoing.write(text);
      end = () => outgoing.end();
    });
    const response = await createEndpointFetch(refuse)(url, request());
    expect([
      response.ok,
      response.status,
      response.headers.get('Content-Type'),
      response.headers.get('nothing'),
    ]).toEqual([true, 200, 'text/event-stream', null]);
    const pieces = response.body?.[Symbol.asyncIterator]();
    const read = async (): Promise<string | undefined> => {
      const next = await pieces?.next();
      return next?.done ? undefined : Buffer.from(next?.value ?? []).toString();
    };
    const first = read();
    write('one');
    expect(await first).toBe('one');
    write('two');
    write('three');
    end();
    let rest = '';
    for (let piece = await read(); piece !== undefined; piece = await read()) rest += piece;
    expect(rest).toBe('twothree');
    expect(body).toBe('{"text":"ü"}');
  });

  it('hands on its first piece at once, and those after it together when they are to gather; the end waits for nothing', async () => {
    let write = (_text: string): void => undefined;
    let end = (): void => undefined;
    const url = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200).flushHeaders();
      write = (text) => outgoing.write(text);
      end = () => outgoing.end();
    });
    const clock = createManualClock();
    const response = await createEndpointFetch(refuse, { gatherMs: () => 50, setTimer: clock.setTimer })(
      url,
      request(),
    );
    const pieces = response.body?.[Symbol.asyncIterator]();
    const read: string[] = [];
    const reading = (async () => {
      for (let piece = await pieces?.next(); piece && !piece.done; piece = await pieces?.next())
        read.push(Buffer.from(piece.value).toString());
    })();
    const shown = async (...texts: string[]): Promise<void> => {
      for (let turn = 0; turn < 50 || read.length < texts.length; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 1));
      expect(read).toEqual(texts);
    };
    write('one');
    await shown('one');
    write('two');
    await shown('one');
    write('three');
    await shown('one');
    clock.advance(50);
    await shown('one', 'twothree');
    // A time without a word is over when the next one comes.
    clock.advance(50);
    write('four');
    await shown('one', 'twothree', 'four');
    write('five');
    end();
    await reading;
    expect(read).toEqual(['one', 'twothree', 'four', 'five']);
  });

  it('keeps what waits small: an endpoint that says more than is read is not read', async () => {
    let sent = 0;
    const url = await listen((_incoming, outgoing) => {
      const fill = (): void => {
        while (sent < 400) {
          sent += 1;
          if (!outgoing.write(Buffer.alloc(65_536))) {
            outgoing.once('drain', fill);
            return;
          }
        }
        outgoing.end();
      };
      fill();
    });
    const response = await createEndpointFetch(refuse)(url, request());
    const pieces = response.body?.[Symbol.asyncIterator]();
    await pieces?.next();
    for (let before = -1; before !== sent; await new Promise((resolve) => setTimeout(resolve, 100))) before = sent;
    expect(sent).toBeLessThan(400);
    let size = 0;
    for (let piece = await pieces?.next(); piece && !piece.done; piece = await pieces?.next())
      size += piece.value.length;
    expect(sent).toBe(400);
    expect(size).toBeGreaterThan(390 * 65_536);
  });

  it('closes the connection when its reader leaves, or stops it', async () => {
    let closed = 0;
    const url = await listen((_incoming, outgoing) => {
      outgoing.once('close', () => (closed += 1));
      outgoing.writeHead(200).write('a');
    });
    const ask = createEndpointFetch(refuse);
    for await (const piece of (await ask(url, request())).body ?? []) {
      expect(piece.length).toBe(1);
      break;
    }
    const abort = new AbortController();
    const pieces = (await ask(url, request(abort.signal))).body?.[Symbol.asyncIterator]();
    await pieces?.next();
    const next = pieces?.next();
    abort.abort();
    await expect(next).rejects.toThrow();
    while (closed < 2) await new Promise((resolve) => setImmediate(resolve));
  });

  it('fails when the answer is cut, and leaves a redirect to the platform', async () => {
    const cut = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200).write('a', () => outgoing.destroy());
    });
    await expect(
      (async () => {
        for await (const piece of (await createEndpointFetch(refuse)(cut, request())).body ?? []) void piece;
      })(),
    ).rejects.toThrow();
    const there = await listen((_incoming, outgoing) => {
      outgoing.end('there');
    });
    const moved = await listen((_incoming, outgoing) => {
      outgoing.writeHead(307, { Location: there }).end();
    });
    expect(await (await createEndpointFetch(fetch)(moved, request())).text()).toBe('there');
  });
});
