import { parseJson, readReplyEvent, type NumberedReplyEvent } from '@sotto/widget-core/api';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** The reply events of a server-sent stream, one by one. */
export async function* readSse(response: Response): AsyncGenerator<NumberedReplyEvent> {
  if (!response.body) return;
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const event = readReplyEvent(next.value.event ?? '', parseJson(next.value.data));
      if (event) yield { ...event, id: next.value.id };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** All of them. */
export async function readAllSse(response: Response): Promise<NumberedReplyEvent[]> {
  const events: NumberedReplyEvent[] = [];
  for await (const event of readSse(response)) events.push(event);
  return events;
}

/** The text that a reader of these events has put together. */
export function textOf(events: readonly NumberedReplyEvent[]): string {
  return events.map((event) => (event.type === 'token' ? event.data.token : '')).join('');
}
