import * as v from 'valibot';

/** Moderates visitors' messages. */
export type Moderation = (text: string, signal: AbortSignal) => Promise<{ readonly isAllowed: boolean }>;

const answerSchema = v.object({ results: v.array(v.object({ flagged: v.boolean() })) });

/** An endpoint with OpenAI's moderation API. @throws if it fails, because unmoderated messages are not answered */
export function createOpenAiModeration(options: {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  fetch: typeof fetch;
}): Moderation {
  return async (text, signal) => {
    const response = await options.fetch(`${options.baseUrl.replace(/\/+$/, '')}/moderations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify({ model: options.model, input: text }),
      signal,
    });
    if (!response.ok) throw new Error(`The moderation model answered ${String(response.status)}`);
    const { results } = v.parse(answerSchema, await response.json());
    return { isAllowed: !results.some(({ flagged }) => flagged) };
  };
}
