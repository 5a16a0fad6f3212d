import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Header by which a request says whose line it comes over. */
export const LINE_HEADER = 'x-fault-line';

/** What happens to one answer on its way to the browser. */
export interface Fault {
  /** Whose requests: their method and path. */
  readonly path: RegExp;
  /** Answered by the proxy; the server hears nothing. */
  readonly status?: { readonly code: number; readonly headers?: Record<string, string>; readonly body?: string };
  /** Cut before the server hears of it. */
  readonly isRefused?: boolean;
  /** Cut after so many bytes of the answer's body; 0: the server has done its work, the browser hears nothing. */
  readonly cutAfter?: number;
  /** Nothing more comes after so many bytes, but the connection stays open. */
  readonly silentAfter?: number;
  /** Handed on in pieces of so many bytes, `delayMs` apart. */
  readonly slow?: { readonly bytes: number; readonly delayMs: number };
  /** Kept until so many bytes are together, as a proxy that buffers does. */
  readonly gather?: number;
  /** Changes the text of the answer, event by event. */
  readonly rewrite?: (events: readonly string[]) => readonly string[];
}

/** The line of one browser: its faults wait in order, each hits one answer. */
export interface Line {
  /** What the next answers that fit are hit by; others pass unharmed. */
  next(...faults: Fault[]): void;
  /** While down, every request is cut at once, and what runs is cut. */
  setDown(isDown: boolean): void;
  /** How many faults have hit. */
  readonly hits: number;
  /** Time of the last cut, in milliseconds since the epoch. */
  readonly cutAt: number;
}

/** Stands between browsers and the server, and does to their connections what networks do. */
export interface FaultProxy {
  readonly origin: string;
  /** The line of requests that carry this name in `LINE_HEADER`; requests without one share the line ''. */
  line(name: string): Line;
  close(): Promise<void>;
}

interface OpenLine extends Line {
  faults: Fault[];
  isDown: boolean;
  hits: number;
  cutAt: number;
  readonly open: Set<ServerResponse>;
}

/** Starts it on a free port. @param target - origin of the real server */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const lines = new Map<string, OpenLine>();
  const lineOf = (name: string): OpenLine => {
    const line = lines.get(name) ?? createLine();
    lines.set(name, line);
    return line;
  };
  const server: Server = createServer((request, response) => {
    pass(target, request, response, lineOf(String(request.headers[LINE_HEADER] ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    line: lineOf,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function createLine(): OpenLine {
  const line: OpenLine = {
    faults: [],
    isDown: false,
    hits: 0,
    cutAt: 0,
    open: new Set(),
    next: (...faults) => void line.faults.push(...faults),
    setDown(isDown) {
      line.isDown = isDown;
      if (isDown) for (const response of line.open) cut(line, response);
    },
  };
  return line;
}

function cut(line: OpenLine, response: ServerResponse): void {
  line.cutAt = Date.now();
  response.socket?.resetAndDestroy();
}

function pass(target: string, request: IncomingMessage, response: ServerResponse, line: OpenLine): void {
  if (line.isDown) {
    cut(line, response);
    return;
  }
  const index = line.faults.findIndex(({ path }) => path.test(`${request.method ?? ''} ${request.url ?? ''}`));
  const [fault] = index < 0 ? [] : line.faults.splice(index, 1);
  if (fault) line.hits += 1;
  if (fault?.isRefused) {
    cut(line, response);
    return;
  }
  if (fault?.status) {
    const { code, headers = {}, body = '' } = fault.status;
    request.resume();
    response.writeHead(code, { 'Access-Control-Allow-Origin': '*', ...headers }).end(body);
    return;
  }
  line.open.add(response);
  const { [LINE_HEADER]: _, ...headers } = request.headers;
  const upstream = send(
    target + (request.url ?? '/'),
    { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' } },
    (answer) => {
      void deliver(answer, response, fault, line).catch(() => response.destroy());
    },
  );
  upstream.on('error', () => {
    cut(line, response);
  });
  response.on('close', () => {
    line.open.delete(response);
    upstream.destroy();
  });
  request.pipe(upstream);
}

/** Hands an answer on, with its fault. */
async function deliver(
  answer: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  line: OpenLine,
): Promise<void> {
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  const end = fault?.cutAfter ?? Infinity;
  if (end === 0) {
    answer.resume();
    await new Promise((resolve) => answer.once('end', resolve));
    cut(line, response);
    return;
  }
  response.writeHead(answer.statusCode ?? 502, headers);
  response.flushHeaders();
  let sent = 0;
  for await (const piece of shape(answer, fault)) {
    if (response.destroyed) return;
    if (sent >= (fault?.silentAfter ?? Infinity)) continue;
    const part = piece.subarray(0, Math.min(end, fault?.silentAfter ?? Infinity) - sent);
    sent += part.length;
    await new Promise<void>((resolve) =>
      response.write(part, () => {
        resolve();
      }),
    );
    if (sent >= end) {
      // Closed, not reset: a reset may overtake bytes that the reader has not taken yet, and the cut would be somewhere
      // else.
      line.cutAt = Date.now();
      response.socket?.destroy();
      return;
    }
  }
  if (sent < (fault?.silentAfter ?? Infinity)) response.end();
}

async function* shape(answer: AsyncIterable<Buffer>, fault: Fault | undefined): AsyncGenerator<Buffer> {
  if (fault?.rewrite) {
    const events = (await text(answer)).split(/(?<=\n\n)/);
    yield Buffer.from(fault.rewrite(events).join(''));
  } else if (fault?.gather !== undefined) {
    let kept: Buffer[] = [];
    for await (const piece of answer) {
      kept.push(piece);
      if (kept.reduce((size, { length }) => size + length, 0) < fault.gather) continue;
      yield Buffer.concat(kept);
      kept = [];
    }
    yield Buffer.concat(kept);
  } else if (fault?.slow) {
    for await (const piece of answer) {
      for (let from = 0; from < piece.length; from += fault.slow.bytes) {
        yield piece.subarray(from, from + fault.slow.bytes);
        await new Promise((resolve) => setTimeout(resolve, fault.slow?.delayMs));
      }
    }
  } else yield* answer;
}

async function text(answer: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
