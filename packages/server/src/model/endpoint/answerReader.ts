import { approximateTokens } from '../approximateTokens';
import type { ModelEvent, ModelRequest } from '../chatModel';

/** Readable output of a model. */
export type Words = Extract<ModelEvent, { type: 'text' | 'reasoning' | 'take-back' }>;

/** Converts the data of a response to model events. */
export interface AnswerReader {
  /**
   * Events of a chunk of data; consecutive text deltas are combined. @throws ApiError for an error of the endpoint or
   * invalid data, after the text before it
   */
  read(texts: Iterable<string>): Iterable<ModelEvent>;
  /** Events at the end of the data. @throws ApiError if the end marker is missing */
  finish(request: ModelRequest): Iterable<ModelEvent>;
}

/** Combines consecutive text deltas, including those before a failure. @param readOne - parses one piece of data */
export function* joinWords(
  texts: Iterable<string>,
  readOne: (text: string) => readonly Words[],
): Generator<Words, void, undefined> {
  let latest: Words | undefined;
  try {
    for (const text of texts) {
      for (const words of readOne(text)) {
        if (latest && 'text' in latest && 'text' in words && latest.type === words.type)
          latest = { type: words.type, text: latest.text + words.text };
        else {
          if (latest) yield latest;
          latest = words;
        }
      }
    }
  } catch (error) {
    if (latest) yield latest;
    throw error;
  }
  if (latest) yield latest;
}

/** Estimated usage for endpoints that report no token counts, so that quotas and budgets work. */
export function estimateUsage(
  request: ModelRequest,
  written: string,
  calls: readonly { arguments: string }[],
): { inputTokens: number; outputTokens: number } {
  const input = request.messages.reduce((sum, message) => sum + approximateTokens(message.text), 0);
  const output = calls.reduce((sum, call) => sum + approximateTokens(call.arguments), approximateTokens(written));
  return { inputTokens: input, outputTokens: output };
}
