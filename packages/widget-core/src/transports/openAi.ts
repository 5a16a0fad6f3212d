import type { CompletionReader } from '../completions/chatCompletion';
import { toWireCall } from '../completions/completedCall';
import type { Message } from '../api/message';
import type { JsonObject } from '../lib/json';
import { brokenAnswer, readResponse, toResponseItems } from './openAiResponses';
import { callBackend, DONE, lostStream, readFields, readObjects, type HttpOptions } from './readEvents';
import type { ReplyEvent, Transport } from './transport';
import { picturesOf, readArguments, roleOf, toolResult, toTurns } from './turns';

/** Options for a model with OpenAI's API. */
export interface OpenAiOptions extends HttpOptions {
  /** Name of the model, unless your proxy chooses it. */
  readonly model?: string | undefined;
  /** Instructions for the model, sent before the conversation. Visitors can read them; put confidential ones into the proxy. */
  readonly instructions?: string | undefined;
  /** @default 'responses' if the URL ends with `/responses`, else 'chat' */
  readonly api?: 'chat' | 'responses' | undefined;
}

/** Loads the parser, which is not needed before the first response. */
const importReader = () => import('../completions/chatCompletion');

/**
 * A transport for a model with OpenAI's API: Chat Completions, which most model servers implement, or Responses.
 *
 * @param url - full URL of the endpoint on your proxy: never put the API key of a model into a page
 */
export function openAi(url: string, options: OpenAiOptions = {}): Transport {
  const isResponses = (options.api ?? (url.endsWith('/responses') ? 'responses' : 'chat')) === 'responses';
  const { model, instructions } = options;
  /** Identifies the model that a call's extra fields belong to: other models may refuse them. */
  const origin = model ?? url;
  const habits = { unopenedThoughts: 0 };
  return {
    async *send({ messages, functions }, { signal }) {
      const tools = Object.entries(functions).map(([name, { description, parameters }]) => {
        const definition = { name, description, parameters: { type: 'object', properties: {}, ...parameters } };
        return isResponses
          ? { type: 'function', strict: false, ...definition }
          : { type: 'function', function: definition };
      });
      // Loaded while the request is in flight; a failure is reported where the parser is needed.
      if (!isResponses) importReader().catch(() => undefined);
      const response = await callBackend(url, options, {
        body: {
          // Undefined fields are omitted from JSON.
          model,
          stream: true,
          ...(isResponses
            ? { input: messages.flatMap(toResponseItems), store: false, instructions }
            : {
                messages: [
                  ...(instructions === undefined ? [] : [{ role: 'system', content: instructions }]),
                  ...messages.flatMap((message) => toChatMessages(message, origin)),
                ],
                stream_options: { include_usage: true },
              }),
          tools: tools.length > 0 ? tools : undefined,
        },
        signal,
      });
      if (isResponses) yield* readResponse(response);
      else yield* readChat(response, (await importReader()).createCompletionReader(habits), origin);
    },
  };
}

/** Reads the stream of a chat completion. */
async function* readChat(response: Response, completion: CompletionReader, origin: string): AsyncGenerator<ReplyEvent> {
  yield { type: 'accepted' };
  for await (const { data } of readObjects(response)) {
    if (data['type'] === DONE) completion.done();
    yield* completion.read(data);
    if (completion.error()) break;
  }
  yield* completion.end();
  const { reason, calls, usage } = completion.outcome();
  if (reason === undefined) throw lostStream();
  if (reason === 'error' || reason === 'filtered') throw brokenAnswer(reason === 'filtered', completion.error());
  for (const { id: callId, name, arguments: text, more } of calls) {
    yield { type: 'call', callId, name, input: readArguments(text), more: more && { [origin]: more } };
  }
  yield { type: 'end', reason, usage };
}

/** Converts a message to Chat Completions; tool results are separate messages. */
function toChatMessages(message: Message, origin: string): readonly object[] {
  const { text: words } = message;
  if (roleOf(message) === 'user') {
    const pictures = picturesOf(message).map((url) => ({ type: 'image_url', image_url: { url } }));
    return [{ role: 'user', content: pictures.length > 0 ? [{ type: 'text', text: words }, ...pictures] : words }];
  }
  return toTurns(message).flatMap(({ text, tools }) => [
    {
      role: 'assistant',
      content: text,
      ...(tools.length > 0 && {
        tool_calls: tools.map(({ callId: id, name, input = {}, more }) =>
          toWireCall({
            id,
            name,
            arguments: JSON.stringify(input),
            more: readFields(readFields(more)[origin]) as JsonObject,
          }),
        ),
      }),
    },
    ...tools.map((tool) => ({ role: 'tool', tool_call_id: tool.callId, content: toolResult(tool) })),
  ]);
}
