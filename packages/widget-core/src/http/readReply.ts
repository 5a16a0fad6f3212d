import { createParser } from 'eventsource-parser';
import { WidgetError } from '../errors';
import { parseJson } from '../lib/json';
import { readReplyEvent, type ReplyEvent } from '../api/replyEvents';

/**
 * A record of a stream. `event` is undefined for unknown names and data of another shape, but their ids still count.
 */
export interface ReplyRecord {
  readonly id: string | undefined;
  readonly event: ReplyEvent | undefined;
}

/** Longest record of a stream, in characters (8 Mi): a longer one is invalid and would fill the memory. */
const RECORD_MAX_LENGTH = 8_388_608;

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Splits text into records incrementally. */
interface RecordParser {
  feed(text: string): void;
}

/**
 * Reads the records of a streamed reply: server-sent events, or JSON lines, depending on the content type (contract
 * 1.7).
 *
 * Bytes are decoded incrementally, so a character may be split over two chunks. An unfinished record at the end of the
 * body is dropped, because it can be requested again. Throws `BAD_RESPONSE` if a record does not end.
 *
 * @param onBytes - called for every chunk, comments included, as a sign of a live connection
 * @param signal - closes the connection and ends the records, also while none arrives
 */
export async function* readReply(
  body: Body,
  contentType: string,
  onBytes: () => void,
  signal: AbortSignal,
): AsyncGenerator<ReplyRecord> {
  let records: ReplyRecord[] = [];
  const push = (record: ReplyRecord): void => {
    records.push(record);
  };
  const parser =
    contentType.includes('jsonl') || contentType.includes('ndjson') ? createLineParser(push) : createEventParser(push);
  const decoder = new TextDecoder();
  let pending = 0;
  // A reader instead of `for await`: Safari's streams are not async iterable.
  const reader = body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes();
      const text = decoder.decode(next.value, { stream: true });
      parser.feed(text);
      const ready = records;
      pending = ready.length > 0 ? 0 : pending + text.length;
      if (pending > RECORD_MAX_LENGTH) throw new WidgetError('BAD_RESPONSE');
      records = [];
      yield* ready;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function createEventParser(push: (record: ReplyRecord) => void): RecordParser {
  return createParser({
    onEvent: ({ id, event, data }) => {
      push({ id, event: readReplyEvent(event ?? 'message', parseJson(data)) });
    },
  });
}

function createLineParser(push: (record: ReplyRecord) => void): RecordParser {
  let rest = '';
  return {
    feed(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const record = parseJson(line) as { type?: unknown; data?: unknown } | null | undefined;
        if (typeof record?.type === 'string') push({ id: undefined, event: readReplyEvent(record.type, record.data) });
      }
    },
  };
}
