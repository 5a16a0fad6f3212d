import type { ServerResponse } from 'node:http';
import type { Clock, ReplyEvent } from '@sotto/widget-core/api';
import type { LoggedEvent } from '../events/eventLog';
import { createIdleTimeout } from '../lib/idleTimeout';

/** Idle time after which a stream sends a heartbeat, in milliseconds. Contract 1.7. */
export const HEARTBEAT_MS = 15_000;
/** How long a connection may refuse to take what it has been sent, in milliseconds; its client can resume. */
export const STALLED_MS = 60_000;
/** Bytes that may wait for a slow reader; the rest stays in the event log. */
const BUFFER_BYTES = 65_536;

/** The two stream forms. */
export type StreamForm = 'sse' | 'jsonl';

/** The form that an `Accept` header requests; `json` is the whole reply at once. */
export function chooseForm(accept: string | undefined): StreamForm | 'json' {
  const types = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';')[0]?.trim());
  const known = types.find(
    (type) => type === 'text/event-stream' || type === 'application/jsonl' || type === 'application/json',
  );
  if (known === 'text/event-stream') return 'sse';
  return known === 'application/jsonl' ? 'jsonl' : 'json';
}

/** What a stream is made from. */
export interface ReplyStreamOptions {
  runId: string;
  form: StreamForm;
  clock: Clock;
  /** The pages of the event log, from `followRun`. */
  pages: AsyncGenerator<readonly LoggedEvent[]>;
  /** An event as this reader may see it. */
  show: (event: ReplyEvent) => ReplyEvent;
  /** Ends the reading of pages. */
  abort: AbortController;
  /** Called for each page of events. */
  onPage?: () => void;
}

/** Where a stream is written. */
interface Sink {
  /** @returns false when it is full: nothing more is written until it has room again */
  write(text: string): boolean;
  end(): void;
  /** The reader is cut off. */
  fail(error: unknown): void;
}

/** The writing of a stream, seen from its sink. */
interface Writing {
  /** There is room again. */
  readonly resume: () => void;
  /** The reader has left. */
  readonly leave: () => void;
}

/**
 * Writes the event log to a sink.
 *
 * The next page is read only when the sink has taken the last one, so a reader that does not read costs one buffer.
 * After 15 s of silence comes a heartbeat; a connection that takes nothing for a minute is cut.
 */
function writeStream({ clock, pages, show, form, runId, abort, onPage }: ReplyStreamOptions, sink: Sink): Writing {
  let resume = (): void => undefined;
  let isFull = false;
  const idleTimeout = createIdleTimeout(clock, HEARTBEAT_MS, () => {
    // Not sent to a reader whose buffer is full.
    if (!isFull) sink.write(form === 'sse' ? ': keep-alive\n\n' : '{"type":"ping","data":{}}\n');
  });

  function room(): Promise<void> {
    isFull = true;
    return new Promise((resolve) => {
      const cancelStall = clock.setTimer(() => {
        sink.fail(new Error('The reader does not read'));
        close();
        resolve();
      }, STALLED_MS);
      resume = () => {
        isFull = false;
        cancelStall();
        resolve();
      };
    });
  }

  async function writeAll(): Promise<void> {
    for await (const page of pages) {
      if (abort.signal.aborted) return;
      idleTimeout.touch();
      onPage?.();
      let text = '';
      for (const { number, event } of page) text += writeEvent(form, `${runId}.${String(number)}`, show(event));
      if (!sink.write(text)) await room();
    }
    if (!abort.signal.aborted) sink.end();
  }

  function close(): void {
    idleTimeout.end();
    abort.abort();
  }

  writeAll()
    .catch((error: unknown) => {
      sink.fail(error);
    })
    .finally(close);

  return {
    resume: () => {
      resume();
    },
    leave() {
      close();
      // A writer that waits for space would wait in vain now.
      resume();
    },
  };
}

/** The event log as bytes, for callers in the server's own process. */
export function streamReply(options: ReplyStreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  let writing: Writing | undefined;
  return new ReadableStream(
    {
      pull(controller) {
        if (writing) {
          writing.resume();
          return;
        }
        writing = writeStream(options, {
          write(text) {
            controller.enqueue(Buffer.from(text));
            return (controller.desiredSize ?? 0) > 0;
          },
          end: () => {
            controller.close();
          },
          fail: (error) => {
            controller.error(error);
          },
        });
      },
      cancel() {
        if (writing) writing.leave();
        else options.abort.abort();
      },
    },
    { highWaterMark: BUFFER_BYTES, size: (chunk) => chunk.byteLength },
  );
}

/**
 * The event log straight to a connection: a stream in between would cost every word as much as its reading and writing.
 */
export function sendReply(options: ReplyStreamOptions, outgoing: ServerResponse): void {
  const writing = writeStream(options, {
    write: (text) => writePiece(outgoing, text),
    end: () => {
      outgoing.end();
    },
    fail: () => {
      outgoing.destroy();
    },
  });
  const { socket } = outgoing;
  socket?.on('drain', writing.resume);
  outgoing
    .on('drain', writing.resume)
    .on('error', writing.leave)
    .once('close', () => {
      socket?.off('drain', writing.resume);
      writing.leave();
    });
  if (outgoing.destroyed) writing.leave();
}

/**
 * Writes a piece of a chunked body (RFC 9112, 7.1) in one go. Node does it in four, gathered and sent together: half of
 * what a word costs.
 */
function writePiece(outgoing: ServerResponse, text: string): boolean {
  const { socket } = outgoing;
  if (!socket || !outgoing.chunkedEncoding || outgoing.writableLength > 0) return outgoing.write(text);
  const bytes = Buffer.byteLength(text);
  return socket.write(`${bytes.toString(16)}\r\n${text}\r\n`, bytes === text.length ? 'latin1' : 'utf8');
}

/** One event in its stream form. JSON holds no line break, so no content of an event can break either form. */
export function writeEvent(form: StreamForm, id: string, event: ReplyEvent): string {
  if (form === 'jsonl') return `${JSON.stringify({ type: event.type, data: event.data })}\n`;
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** Headers of a stream; proxies must neither keep nor gather it. */
export function streamHeaders(form: StreamForm): Record<string, string> {
  return {
    'Content-Type': form === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/jsonl; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  };
}
