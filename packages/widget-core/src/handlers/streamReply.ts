import type { Message } from '../api/message';
import type { NumberedReplyEvent, ReplyResult } from '../api/replyEvents';
import { WidgetError, type ErrorCode } from '../errors';
import type { Clock } from '../lib/clock';

/** Idle time after which a stream sends a heartbeat, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** Events that can be read from any position. */
export interface Followed {
  readonly id: string;
  /** Settles once the first event exists; rejects if there will be none. */
  readonly begun: Promise<void>;
  readonly follow: (after: number, signal: AbortSignal) => AsyncGenerator<NumberedReplyEvent>;
}

/**
 * Writes a reply as a stream of server-sent events or JSON lines. If the reader disconnects, only the stream ends, not
 * the reply.
 */
export function writeReply({
  run,
  form,
  after,
  clock,
  headers,
}: {
  readonly run: Followed;
  readonly form: 'event-stream' | 'jsonl';
  readonly after: number;
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
}): Response {
  const encoder = new TextEncoder();
  const left = new AbortController();
  const events = run.follow(after, left.signal);
  let next: Promise<IteratorResult<NumberedReplyEvent, void>> | undefined;
  const body = new ReadableStream<Uint8Array>({
    // Called when the reader has capacity: a slow reader buffers only one event.
    async pull(stream) {
      next ??= events.next();
      const result = await untilHeartbeat(next, clock);
      if (!result) {
        stream.enqueue(encoder.encode(form === 'jsonl' ? '{"type":"ping","data":{}}\n' : ': keep-alive\n\n'));
        return;
      }
      next = undefined;
      if (result.done) stream.close();
      else stream.enqueue(encoder.encode(writeEvent(form, result.value)));
    },
    cancel() {
      left.abort();
    },
  });
  return new Response(body, {
    headers: {
      ...headers,
      'Content-Type': `${form === 'jsonl' ? 'application/jsonl' : 'text/event-stream'}; charset=utf-8`,
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

/** Writes the whole reply as one response. @throws WidgetError if it failed */
export async function writeWhole(
  run: Followed,
  headers: Readonly<Record<string, string>>,
  readMessages: () => Promise<readonly Message[]>,
): Promise<Response> {
  let result: ReplyResult | undefined;
  for await (const event of run.follow(0, new AbortController().signal)) {
    if (event.type === 'error') throw new WidgetError(event.data.code as ErrorCode, { message: event.data.message });
    if (event.type === 'result') result = event.data;
  }
  if (!result) throw new WidgetError('INTERNAL_SERVER_ERROR');
  const { id, userMessageId } = result;
  const messages = (await readMessages()).filter((message) => message.id === id || message.id === userMessageId);
  return Response.json({ ...result, messages }, { headers: { ...headers, 'Cache-Control': 'no-store' } });
}

function writeEvent(form: 'event-stream' | 'jsonl', { id = '', type, data }: NumberedReplyEvent): string {
  if (form === 'jsonl') return `${JSON.stringify({ type, data })}\n`;
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Resolves with the value, or with undefined after the heartbeat interval. */
async function untilHeartbeat<Value>(value: Promise<Value>, clock: Clock): Promise<Value | undefined> {
  let cancel = (): void => undefined;
  const silence = new Promise<undefined>((resolve) => {
    cancel = clock.setTimer(() => {
      resolve(undefined);
    }, HEARTBEAT_MS);
  });
  try {
    return await Promise.race([value, silence]);
  } finally {
    cancel();
  }
}
