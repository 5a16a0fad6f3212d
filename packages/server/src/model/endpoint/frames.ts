import { createParser } from 'eventsource-parser';
import type { EndpointResponse } from './endpointFetch';

/** Extracts the data of an event stream from chunks. */
export interface FrameReader {
  /** @returns data completed by this chunk */
  read(bytes: Uint8Array): readonly string[];
  /** @returns data completed by the end */
  end(): readonly string[];
}

const NOTHING: readonly string[] = [];

/** Starts a stream. */
export function createFrameReader(): FrameReader {
  const decoder = new TextDecoder();
  let found: string[] = [];
  const parser = createParser({ onEvent: (event) => found.push(event.data) });
  const feed = (text: string): readonly string[] => {
    parser.feed(text);
    if (found.length === 0) return NOTHING;
    const complete = found;
    found = [];
    return complete;
  };
  return { read: (bytes) => feed(decoder.decode(bytes, { stream: true })), end: () => feed(`${decoder.decode()}\n\n`) };
}

/** Whether a response is streamed. */
export function isStream(response: EndpointResponse): boolean {
  return /event-stream/i.test(response.headers.get('content-type') ?? '');
}

/** Data of a complete response, or of a stream with a plain content type. */
export function readWhole(text: string): readonly string[] {
  return /^\s*(data|event|id|:)/.test(text)
    ? createFrameReader().read(new TextEncoder().encode(`${text}\n\n`))
    : [text];
}
