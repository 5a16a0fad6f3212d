import type { Message } from '../api/message';
import { WidgetError } from '../errors';
import {
  lostStream,
  readFields,
  readStringOrEmpty,
  readNumber,
  readObjects,
  readString,
  warnOwner,
  type Fields,
} from './readEvents';
import type { ReplyEvent } from './transport';
import { picturesOf, readArguments, roleOf, toolResult, toTurns } from './turns';

/** Reads the stream of the Responses API. */
export async function* readResponse(response: Response): AsyncGenerator<ReplyEvent> {
  let isOver = false;
  yield { type: 'accepted' };
  for await (const { data } of readObjects(response)) {
    for (const event of toReplyEvents(data)) {
      yield event;
      isOver ||= event.type === 'end' || event.type === 'error';
    }
  }
  if (!isOver) throw lostStream();
}

function toReplyEvents(event: Fields): readonly ReplyEvent[] {
  const item = readFields(event['item']);
  const response = readFields(event['response']);
  const delta = readStringOrEmpty(event['delta']);
  switch (event['type']) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return [{ type: 'text', text: delta }];
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return [{ type: 'reasoning', text: delta }];
    case 'response.output_text.annotation.added': {
      const { url, title, filename } = readFields(event['annotation']);
      return [{ type: 'source', url: readString(url), title: readString(title) ?? readString(filename) }];
    }
    case 'response.output_item.added':
      return isOwnTool(item)
        ? [
            {
              type: 'tool-begin',
              callId: readStringOrEmpty(item['id']),
              name: readStringOrEmpty(item['type']).slice(0, -'_call'.length),
            },
          ]
        : [];
    case 'response.output_item.done':
      return readItem(item);
    case 'response.completed':
    case 'response.incomplete':
      return [readEnd(response)];
    case 'response.failed':
      throw brokenAnswer(false, response['error']);
    case 'error':
      throw brokenAnswer(false, event);
    default:
      return [];
  }
}

/** Whether it is a tool that OpenAI runs itself: `web_search_call`, `file_search_call` and others. */
function isOwnTool({ type }: Fields): boolean {
  return /^(?!(?:function|custom_tool)_call$).*_call$/.test(readStringOrEmpty(type));
}

function readItem(item: Fields): readonly ReplyEvent[] {
  if (item['type'] === 'function_call')
    return [
      {
        type: 'call',
        callId: readStringOrEmpty(item['call_id']),
        name: readStringOrEmpty(item['name']),
        input: readArguments(readStringOrEmpty(item['arguments'])),
      },
    ];
  if (item['type'] === 'reasoning') return [{ type: 'reasoning-end' }];
  if (!isOwnTool(item)) return [];
  return [
    { type: 'tool-end', callId: readStringOrEmpty(item['id']), ...(item['status'] === 'failed' && { error: '' }) },
  ];
}

function readEnd({ status, usage, model, incomplete_details: details }: Fields): ReplyEvent {
  if (readFields(details)['reason'] === 'content_filter') throw brokenAnswer(true, details);
  const { input_tokens: inputTokens, output_tokens: outputTokens } = readFields(usage);
  return {
    type: 'end',
    reason: status === 'incomplete' ? 'length' : 'stop',
    usage: { model: readString(model), inputTokens: readNumber(inputTokens), outputTokens: readNumber(outputTokens) },
  };
}

/**
 * The error for a response of either API that failed after its start.
 *
 * @param isFiltered - a filter of the provider cut it off
 * @param cause - the provider's message, for the page's owner only
 */
export function brokenAnswer(isFiltered: boolean, cause: unknown): WidgetError {
  const words = JSON.stringify(cause) ?? 'no reason given';
  warnOwner(`The model ${isFiltered ? 'filtered' : 'broke off'} its answer: ${words}`);
  return new WidgetError(isFiltered ? 'UNPROCESSABLE_ENTITY' : 'BAD_GATEWAY', { cause: new Error(words) });
}

/** Converts a message to the Responses API; calls and their results are separate items. */
export function toResponseItems(message: Message): readonly object[] {
  if (roleOf(message) === 'user') {
    const pictures = picturesOf(message).map((url) => ({ type: 'input_image', detail: 'auto', image_url: url }));
    const text = { type: 'input_text', text: message.text };
    return [{ role: 'user', content: pictures.length > 0 ? [text, ...pictures] : message.text }];
  }
  return toTurns(message).flatMap(({ text, tools }) => [
    ...(text === '' ? [] : [{ role: 'assistant', content: text }]),
    ...tools.flatMap((tool) => [
      {
        type: 'function_call',
        call_id: tool.callId,
        name: tool.name,
        arguments: JSON.stringify(tool.input ?? {}),
      },
      { type: 'function_call_output', call_id: tool.callId, output: toolResult(tool) },
    ]),
  ]);
}
