import * as v from 'valibot';
import { parseJson } from '@sotto/widget-core/api';
import { brokenStream } from '../endpoint/endpointFailures';
import { chunkSchema, type Chunk } from './openAiWire';

/** One chunk of an answer, `done` for its end mark. @throws ApiError for anything else */
export function readChunk(text: string): Chunk | 'done' {
  if (text.trim() === '[DONE]') return 'done';
  const chunk = v.safeParse(chunkSchema, parseJson(text));
  if (!chunk.success) throw brokenStream(`The model endpoint answered with something unreadable: ${text}`);
  return chunk.output;
}
