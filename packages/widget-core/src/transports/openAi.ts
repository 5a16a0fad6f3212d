import type { Message } from '../api/message';
import { readError, readResponse, toResponseItems } from './openAiResponses';
import {
  callBackend,
  DONE,
  lostStream,
  readFields,
  readList,
  readStringOrEmpty,
  readNumber,
  readObjects,
  readString,
  type HttpOptions,
} from './readEvents';
import type { ReplyEvent, Transport } from './transport';
import { picturesOf, readArguments, roleOf, toolResult, toTurns } from './turns';

/** How a model with OpenAI's API is asked. */
export interface OpenAiOptions extends HttpOptions {
  /** Name of the model, unless your proxy chooses it. */
  readonly model?: string | undefined;
  /** Instructions for the model, sent before the conversation. Visitors can read them; put confidential ones into the proxy. */
  readonly instructions?: string | undefined;
  /** @default 'responses' when the address ends with `/responses`, else 'chat' */
  readonly api?: 'chat' | 'responses' | undefined;
}

/**
 * A model with OpenAI's API: Chat Completions, which most model servers implement, or Responses.
 *
 * @param url - the full address of the endpoint, on your proxy: never put the API key of a model into a page
 */
export function openAi(url: string, options: OpenAiOptions = {}): Transport {
  const isResponses = (options.api ?? (url.endsWith('/responses') ? 'responses' : 'chat')) === 'responses';
  const { model, instructions } = options;
  return {
    async *send({ messages, functions }, { signal }) {
      const tools = Object.entries(functions).map(([name, { description, parameters }]) => {
        const definition = { name, description, parameters: { type: 'object', properties: {}, ...parameters } };
        return isResponses
          ? { type: 'function', strict: false, ...definition }
          : { type: 'function', function: definition };
      });
      const response = await callBackend(url, options, {
        body: {
          // What is undefined is not in the JSON.
          model,
          stream: true,
          ...(isResponses
            ? { input: messages.flatMap(toResponseItems), store: false, instructions }
            : {
                messages: [
                  ...(instructions === undefined ? [] : [{ role: 'system', content: instructions }]),
                  ...messages.flatMap(toChatMessages),
                ],
                stream_options: { include_usage: true },
              }),
          tools: tools.length > 0 ? tools : undefined,
        },
        signal,
      });
      yield* isResponses ? readResponse(response) : readChat(response);
    },
  };
}

/** The stream of a chat completion. */
async function* readChat(response: Response): AsyncGenerator<ReplyEvent> {
  const calls = new Map<unknown, { callId: string; name: string; text: string }>();
  let reason: string | undefined;
  let usage = {};
  yield { type: 'accepted' };
  for await (const { data } of readObjects(response)) {
    if (data['type'] === DONE) reason ??= 'stop';
    if (data['error']) {
      yield readError(readFields(data['error']));
      return;
    }
    const total = readFields(data['usage']);
    if (data['usage'])
      usage = {
        model: readString(data['model']),
        inputTokens: readNumber(total['prompt_tokens']),
        outputTokens: readNumber(total['completion_tokens']),
      };
    const choice = readFields(readList(data['choices'])[0]);
    const delta = readFields(choice['delta']);
    const thought = readString(delta['reasoning_content']) ?? readString(delta['reasoning']);
    if (thought) yield { type: 'reasoning', text: thought };
    const text = readString(delta['content']) ?? readString(delta['refusal']);
    if (text) yield { type: 'text', text };
    for (const part of readList(delta['tool_calls'])) {
      const { index } = part;
      const made = readFields(part['function']);
      const call = calls.get(index) ?? { callId: '', name: '', text: '' };
      call.callId ||= readStringOrEmpty(part['id']);
      call.name ||= readStringOrEmpty(made['name']);
      call.text += readStringOrEmpty(made['arguments']);
      calls.set(index, call);
    }
    reason = readString(choice['finish_reason']) ?? reason;
  }
  if (reason === undefined) throw lostStream();
  for (const { callId, name, text } of calls.values()) yield { type: 'call', callId, name, input: readArguments(text) };
  yield { type: 'end', reason: reason === 'length' ? 'length' : 'stop', usage };
}

/** A message in the form of Chat Completions; what tools answered are messages of their own. */
function toChatMessages(message: Message): readonly object[] {
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
        tool_calls: tools.map(({ callId, name, input = {} }) => ({
          id: callId,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        })),
      }),
    },
    ...tools.map((tool) => ({ role: 'tool', tool_call_id: tool.callId, content: toolResult(tool) })),
  ]);
}
