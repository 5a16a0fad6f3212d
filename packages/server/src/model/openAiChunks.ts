import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { parseJson } from '@sotto/widget-core/api';
import { brokenStream } from './openAiFailures';
import { chunkSchema, type Chunk } from './openAiWire';

/** The data of a streamed answer, all that came at once together; an endpoint that does not stream gives one. */
export async function* readFrames(response: Response, onBytes: () => void): AsyncGenerator<readonly string[]> {
  if (!/event-stream/i.test(response.headers.get('content-type') ?? '')) {
    const text = await response.text();
    // Some servers stream under a plain content type.
    if (!/^\s*(data|event|id|:)/.test(text)) {
      yield [text];
      return;
    }
    yield feed(text);
    return;
  }
  if (!response.body) throw brokenStream('The model endpoint answered without a body');
  const decoder = new TextDecoder();
  const found: string[] = [];
  const parser = createParser({ onEvent: (event) => found.push(event.data) });
  for await (const bytes of response.body) {
    onBytes();
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (found.length > 0) yield found.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  if (found.length > 0) yield found;
}

function feed(text: string): string[] {
  const found: string[] = [];
  createParser({ onEvent: (event) => found.push(event.data) }).feed(`${text}\n\n`);
  return found;
}

/** One chunk of an answer, `done` for its end mark. @throws ApiError for anything else */
export function readChunk(text: string): Chunk | 'done' {
  if (text.trim() === '[DONE]') return 'done';
  const chunk = v.safeParse(chunkSchema, parseJson(text));
  if (!chunk.success) throw brokenStream(`The model endpoint answered with something unreadable: ${text}`);
  return chunk.output;
}
