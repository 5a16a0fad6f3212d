import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LoggedEvent } from '../events/eventLog';
import { createManualClock } from '../testing/manualClock';
import { sendReply, STALLED_MS } from './replyStream';

type Page = readonly LoggedEvent[];

/** A server that answers everything with these pages, over a real connection. */
async function serve(pages: () => AsyncGenerator<Page>) {
  const clock = createManualClock();
  const abort = new AbortController();
  const server = createServer((_request, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    outgoing.flushHeaders();
    sendReply({ runId: 'r', form: 'sse', clock, pages: pages(), show: (event) => event, abort }, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { clock, abort, port, url: `http://127.0.0.1:${String(port)}/` };
}

const page = (number: number, token: string): Page => [{ number, event: { type: 'token', data: { token } } }];
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

describe('a reply over a connection', () => {
  it('arrives byte by byte as the log has it, in every encoding of its length, and ends', async () => {
    const tokens = ['a', 'ü🥊', 'x'.repeat(100_000), '', '\r\n0\r\n\r\n', 'end'];
    const { url, abort } = await serve(async function* () {
      for (const [index, token] of tokens.entries()) yield page(index + 1, token);
    });
    const text = await (await fetch(url)).text();
    expect(text).toBe(
      tokens
        .map((token, index) => `id: r.${String(index + 1)}\nevent: token\ndata: ${JSON.stringify({ token })}\n\n`)
        .join(''),
    );
    await until(() => abort.signal.aborted);
  });

  it('F506 to a reader that does not read takes a bounded part of the log, goes on when it reads, and is cut after a minute', async () => {
    let taken = 0;
    const { port, clock, abort } = await serve(async function* () {
      for (;;) yield page((taken += 1), 'x'.repeat(60_000));
    });
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).pause();
    const stopped = async (): Promise<number> => {
      for (let before = -1; before !== taken; await new Promise((resolve) => setTimeout(resolve, 100))) before = taken;
      return taken;
    };
    await until(() => taken > 0);
    const first = await stopped();
    // What the system keeps for a connection, and one buffer of ours: megabytes, however long the reply.
    expect(first).toBeLessThan(500);
    socket.resume();
    await until(() => taken > first * 2);
    socket.pause();
    await stopped();
    expect(abort.signal.aborted).toBe(false);
    clock.advance(STALLED_MS);
    expect(abort.signal.aborted).toBe(true);
    socket.destroy();
  });

  it('stops reading the log when its reader leaves', async () => {
    const { url, abort } = await serve(async function* () {
      yield page(1, 'a');
      await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
    });
    const response = await fetch(url);
    await response.body?.cancel();
    await until(() => abort.signal.aborted);
    expect(abort.signal.aborted).toBe(true);
  });

  it('is no harm to a client of HTTP/1.0, which knows no chunks', async () => {
    const { port } = await serve(async function* () {
      yield page(1, 'a');
    });
    const pieces: Buffer[] = [];
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'));
      socket.on('data', (piece) => pieces.push(piece)).once('close', () => resolve());
    });
    expect(Buffer.concat(pieces).toString().split('\r\n\r\n')[1]).toBe(
      'id: r.1\nevent: token\ndata: {"token":"a"}\n\n',
    );
  });
});
