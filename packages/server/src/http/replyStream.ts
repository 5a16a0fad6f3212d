import type { ServerResponse } from 'node:http';
import type { Clock, ReplyEvent } from '@sotto/widget-core/api';
import type { LoggedEvent } from '../events/eventLog';
import { createIdleTimeout } from '../lib/idleTimeout';

/** Interval of heartbeats on an idle stream, in milliseconds. Contract 1.7. */
export const HEARTBEAT_MS = 15_000;
/** How long a connection may accept no data, in milliseconds; its client can resume. */
export const STALLED_MS = 60_000;
/** Maximum buffer for a slow reader, in bytes; the rest stays in the event log. */
const BUFFER_BYTES = 65_536;

/** Formats of a stream. */
export type StreamForm = 'sse' | 'jsonl';

/** Format requested by an `Accept` header; `json` is the whole reply at once. */
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

/** Input of a stream. */
export interface ReplyStreamOptions {
  runId: string;
  form: StreamForm;
  clock: Clock;
  /** The pages of the event log, from `followRun`. */
  pages: AsyncGenerator<readonly LoggedEvent[]>;
  /** Filters an event for this reader. */
  show: (event: ReplyEvent) => ReplyEvent;
  /** Stops reading pages. */
  abort: AbortController;
  /** Called for each page of events. */
  onPage?: () => void;
}

/** Output of a stream. */
interface Sink {
  /** @returns false if it is full: the next write waits for space */
  write(text: string): boolean;
  end(): void;
  /** Disconnects the reader. */
  fail(error: unknown): void;
}

/** A running stream, for its output. */
interface Writing {
  /** There is space again. */
  readonly resume: () => void;
  /** The reader has left. */
  readonly leave: () => void;
}

/**
 * Writes the event log to an output.
 *
 * The next page is read only when the last one was written, so a slow reader needs a single buffer. After 15 s of
 * silence a heartbeat is sent; a connection that accepts nothing for a minute is closed.
 */
function writeStream({ clock, pages, show, form, runId, abort, onPage }: ReplyStreamOptions, sink: Sink): Writing {
  let resume = (): void => undefined;
  let isFull = false;
  const idleTimeout = createIdleTimeout(clock, HEARTBEAT_MS, () => {
    // Skipped if the reader's buffer is full.
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
      // Wakes a writer that waits for space.
      resume();
    },
  };
}

/** The event log as bytes, for callers in this process. */
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

/** Writes the event log directly to a connection: a stream in between would double the cost per token. */
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
 * Writes a chunk of a chunked body (RFC 9112, 7.1) at once. Node uses four writes, which is half of the cost per
 * token.
 */
function writePiece(outgoing: ServerResponse, text: string): boolean {
  const { socket } = outgoing;
  if (!socket || !outgoing.chunkedEncoding || outgoing.writableLength > 0) return outgoing.write(text);
  const bytes = Buffer.byteLength(text);
  return socket.write(`${bytes.toString(16)}\r\n${text}\r\n`, bytes === text.length ? 'latin1' : 'utf8');
}

/** Formats an event. JSON contains no line breaks, so it cannot break either format. */
export function writeEvent(form: StreamForm, id: string, event: ReplyEvent): string {
  if (form === 'jsonl') return `${JSON.stringify({ type: event.type, data: event.data })}\n`;
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** Headers of a stream, against caching and buffering by proxies. */
export function streamHeaders(form: StreamForm): Record<string, string> {
  return {
    'Content-Type': form === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/jsonl; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  };
}
