import { approximateTokens } from '../approximateTokens';
import type { ModelEvent, ModelRequest } from '../chatModel';

/** The readable output of a model. */
export type Words = Extract<ModelEvent, { type: 'text' | 'reasoning' | 'take-back' }>;

/** Turns the data of one answer into model events. */
export interface AnswerReader {
  /**
   * The events of one chunk of data; consecutive words are one event. @throws ApiError, after the words before it are
   * read, for an error of the endpoint or unreadable data
   */
  read(texts: Iterable<string>): Iterable<ModelEvent>;
  /** The events at the end of the data. @throws ApiError if the response has no end marker */
  finish(request: ModelRequest): Iterable<ModelEvent>;
}

/** Words that follow each other as one event, also those before a failure. @param readOne - the words of one piece of data */
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

/** What an endpoint that reports no token counts has probably used: quotas and budgets must mean something. */
export function estimateUsage(
  request: ModelRequest,
  written: string,
  calls: readonly { arguments: string }[],
): { inputTokens: number; outputTokens: number } {
  const input = request.messages.reduce((sum, message) => sum + approximateTokens(message.text), 0);
  const output = calls.reduce((sum, call) => sum + approximateTokens(call.arguments), approximateTokens(written));
  return { inputTokens: input, outputTokens: output };
}
