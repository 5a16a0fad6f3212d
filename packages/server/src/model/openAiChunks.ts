import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { parseJson } from '@sotto/widget-core/api';
import { brokenStream } from './openAiFailures';
import { chunkSchema, type Chunk } from './openAiWire';

/** The chunks of a streamed answer, `done` for its end mark; an endpoint that does not stream gives one chunk. */
export async function* readChunks(response: Response, onBytes: () => void): AsyncGenerator<Chunk | 'done'> {
  if (!/event-stream/i.test(response.headers.get('content-type') ?? '')) {
    const text = await response.text();
    // Some servers stream under a plain content type.
    if (!/^\s*(data|event|id|:)/.test(text)) {
      yield readChunk(text);
      return;
    }
    yield* feed(text);
    return;
  }
  if (!response.body) throw brokenStream('The model endpoint answered without a body');
  const decoder = new TextDecoder();
  const found: string[] = [];
  const parser = createParser({ onEvent: (event) => found.push(event.data) });
  for await (const bytes of response.body) {
    onBytes();
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const data of found.splice(0)) yield readData(data);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  for (const data of found) yield readData(data);
}

function* feed(text: string): Generator<Chunk | 'done'> {
  const found: string[] = [];
  createParser({ onEvent: (event) => found.push(event.data) }).feed(`${text}\n\n`);
  for (const data of found) yield readData(data);
}

function readData(data: string): Chunk | 'done' {
  return data.trim() === '[DONE]' ? 'done' : readChunk(data);
}

function readChunk(text: string): Chunk {
  const chunk = v.safeParse(chunkSchema, parseJson(text));
  if (!chunk.success) throw brokenStream(`The model endpoint answered with something unreadable: ${text}`);
  return chunk.output;
}
