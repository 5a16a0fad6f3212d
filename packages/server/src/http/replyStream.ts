import type { Clock, ReplyEvent } from '@sotto/widget-core/api';
import type { LoggedEvent } from '../events/eventLog';
import { createSilence } from '../events/silence';

/** Silence after which a stream says that it lives, in milliseconds. Contract 1.7. */
export const HEARTBEAT_MS = 15_000;
/** How long a connection may refuse to take what it has been sent, in milliseconds; its client can resume. */
export const STALLED_MS = 60_000;
/** Bytes that may wait for a slow reader; the rest stays in the event log. */
const BUFFER_BYTES = 65_536;

/** The two stream forms. */
export type StreamForm = 'sse' | 'jsonl';

/** The form that an `Accept` header asks for; `json` is the whole reply at once. */
export function chooseForm(accept: string | undefined): StreamForm | 'json' {
  const types = (accept ?? '').toLowerCase().split(',').map((entry) => entry.split(';')[0]?.trim());
  const known = types.find((type) => type === 'text/event-stream' || type === 'application/jsonl' || type === 'application/json');
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
  /** Ends the reading of pages. */
  abort: AbortController;
  /** Told whenever nothing has come for a while. */
  onSilence?: () => void;
}

/**
 * The event log as bytes.
 *
 * It is pulled: the next page is read only when the connection has taken the last one, so a reader that does not read costs one buffer.
 * After 15 s of silence comes a heartbeat; a connection that takes nothing for a minute is cut.
 */
export function streamReply(options: ReplyStreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { clock, pages, form, runId } = options;
  let cancelStall = (): void => undefined;
  let endSilence = (): void => undefined;
  let heard = (): void => undefined;

  function close(): void {
    cancelStall();
    endSilence();
    options.abort.abort();
  }

  return new ReadableStream(
    {
      start(controller) {
        const silence = createSilence(clock, HEARTBEAT_MS, () => {
          options.onSilence?.();
          // To a reader that does not read even this is not said.
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(Buffer.from(form === 'sse' ? ': keep-alive\n\n' : '{"type":"ping","data":{}}\n'));
        });
        heard = silence.heard;
        endSilence = silence.end;
      },
      async pull(controller) {
        cancelStall();
        const page = await pages.next().catch((error: unknown) => {
          close();
          throw error;
        });
        if (options.abort.signal.aborted) return;
        heard();
        if (page.done) {
          close();
          controller.close();
          return;
        }
        let text = '';
        for (const { number, event } of page.value) text += writeEvent(form, `${runId}.${String(number)}`, event);
        controller.enqueue(Buffer.from(text));
        // While there is room the stream pulls again by itself; a full buffer waits for its reader, but not for ever.
        if ((controller.desiredSize ?? 0) > 0) return;
        cancelStall = clock.setTimer(() => {
          close();
          controller.error(new Error('The reader does not read'));
        }, STALLED_MS);
      },
      cancel: close,
    },
    { highWaterMark: BUFFER_BYTES, size: (chunk) => chunk.byteLength },
  );
}

/** One event in its stream form. JSON holds no line break, so neither form can be broken by what an event says. */
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
