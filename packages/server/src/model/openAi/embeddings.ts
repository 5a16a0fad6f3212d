import { cutText } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import type { Embeddings } from '../../datasets/embeddings';

/** Time limit, in milliseconds. */
const ANSWER_MS = 30_000;
/** Maximum length of a text, in characters. */
const TEXT_MAX_LENGTH = 8_000;
const answerSchema = v.object({
  data: v.array(v.object({ index: v.optional(v.number()), embedding: v.array(v.number()) })),
});

/** An endpoint with OpenAI's embeddings API. */
export function createOpenAiEmbeddings(options: {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  fetch: typeof fetch;
}): Embeddings {
  return {
    model: options.model,
    async of(texts) {
      const response = await options.fetch(`${options.baseUrl.replace(/\/+$/, '')}/embeddings`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
        },
        body: JSON.stringify({ model: options.model, input: texts.map((text) => cutText(text, TEXT_MAX_LENGTH)) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!response.ok) throw new Error(`The embedding model answered ${String(response.status)}`);
      const { data } = v.parse(answerSchema, await response.json());
      const ordered = data
        .map((entry, place) => ({ place: entry.index ?? place, embedding: entry.embedding }))
        .sort((a, b) => a.place - b.place);
      if (ordered.length !== texts.length) throw new Error('The embedding model left texts out');
      return ordered.map(({ embedding }) => embedding);
    },
  };
}
