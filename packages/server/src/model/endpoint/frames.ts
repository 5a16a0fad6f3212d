import { createParser } from 'eventsource-parser';
import type { EndpointResponse } from './endpointFetch';

/** Finds the data of an event stream in the pieces it comes in. */
export interface FrameReader {
  /** @returns what this piece completes */
  read(bytes: Uint8Array): readonly string[];
  /** @returns what the end completes */
  end(): readonly string[];
}

const NOTHING: readonly string[] = [];

/** A stream at its start. */
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

/** Whether an answer is to be read piece by piece. */
export function isStream(response: EndpointResponse): boolean {
  return /event-stream/i.test(response.headers.get('content-type') ?? '');
}

/**
 * The data of an answer that came whole: an endpoint that does not stream gives one; some stream under a plain content
 * type.
 */
export function readWhole(text: string): readonly string[] {
  return /^\s*(data|event|id|:)/.test(text)
    ? createFrameReader().read(new TextEncoder().encode(`${text}\n\n`))
    : [text];
}
