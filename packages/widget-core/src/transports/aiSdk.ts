import { WidgetError } from '../errors';
import type { Message } from '../api/message';
import {
  callBackend,
  DONE,
  lostStream,
  readFields,
  readNumber,
  readObjects,
  readString,
  type Fields,
  type HttpOptions,
} from './readEvents';
import type { ReplyEvent, Transport, TransportRequest } from './transport';
import { roleOf, toJson, toTurns } from './turns';

/** Options for a route of the AI SDK. */
export interface AiSdkOptions extends HttpOptions {
  /** Whether the server keeps running streams and serves them at `GET {url}/{id}/stream`. @default false */
  readonly resume?: boolean | undefined;
}

/**
 * A transport for a route that responds with a UI message stream of the AI SDK, version 5 or 6
 * (`toUIMessageStreamResponse`).
 *
 * @param url - the URL that `useChat` takes as `api`
 */
export function aiSdk(url: string, options: AiSdkOptions = {}): Transport {
  return {
    async *send(request, { signal }) {
      const { id, trigger, conversationId, functions, messages } = request;
      const last = messages.at(-1);
      const isAgain = trigger === 'regenerate';
      const response = await callBackend(url, options, {
        body: {
          id: conversationId,
          messages: messages.map(toUiMessage),
          trigger: isAgain ? 'regenerate-message' : 'submit-message',
          messageId: isAgain || last?.type !== 'bot' ? undefined : (last.id ?? id),
          functions,
        },
        signal,
      });
      yield* readReply(response, request.functions, options.resume ? conversationId : undefined);
    },
    ...(options.resume && {
      async *resume(conversationId, { signal }) {
        const response = await callBackend(`${url}/${encodeURIComponent(conversationId)}/stream`, options, { signal });
        if (response.status === 204) throw new WidgetError('GONE');
        yield* readReply(response, {}, conversationId);
      },
    }),
  };
}

async function* readReply(
  response: Response,
  functions: TransportRequest['functions'],
  cursor: string | undefined,
): AsyncGenerator<ReplyEvent> {
  let isOver = false;
  yield { type: 'accepted', cursor };
  for await (const { data } of readObjects(response)) {
    for (const event of toReplyEvents(data, functions)) yield event;
    // An interrupted stream has none of these events.
    isOver ||= [DONE, 'finish', 'error', 'abort'].includes(readString(data['type']) ?? '');
  }
  if (!isOver) throw lostStream();
}

function toReplyEvents(chunk: Fields, functions: TransportRequest['functions']): readonly ReplyEvent[] {
  const type = readString(chunk['type']) ?? '';
  const callId = readString(chunk['toolCallId']) ?? '';
  switch (type) {
    case 'text-delta':
      return [{ type: 'text', text: readString(chunk['delta']) ?? '' }];
    case 'reasoning-delta':
      return [{ type: 'reasoning', text: readString(chunk['delta']) ?? '' }];
    case 'reasoning-end':
      return [{ type }];
    case 'tool-input-available':
    case 'tool-input-error': {
      const name = readString(chunk['toolName']) ?? '';
      const input = toJson(chunk['input']);
      if (type === 'tool-input-error')
        return [
          { type: 'tool-begin', callId, name, input },
          { type: 'tool-end', callId, error: readString(chunk['errorText']) },
        ];
      return Object.hasOwn(functions, name) && chunk['providerExecuted'] !== true
        ? [{ type: 'call', callId, name, input: input ?? {} }]
        : [{ type: 'tool-begin', callId, name, input, title: readString(chunk['title']) }];
    }
    case 'tool-output-available':
      return chunk['preliminary'] === true ? [] : [{ type: 'tool-end', callId, output: toJson(chunk['output']) }];
    case 'tool-output-error':
      return [{ type: 'tool-end', callId, error: readString(chunk['errorText']) ?? '' }];
    case 'tool-output-denied':
      return [{ type: 'tool-end', callId, isRefused: true }];
    case 'source-url':
    case 'source-document':
      return [
        {
          type: 'source',
          id: readString(chunk['sourceId']),
          title: readString(chunk['title']),
          url: readString(chunk['url']),
        },
      ];
    case 'file':
      return [
        {
          type,
          url: readString(chunk['url']) ?? '',
          mediaType: readString(chunk['mediaType']) ?? 'application/octet-stream',
        },
      ];
    case 'error':
      return [{ type, message: readString(chunk['errorText']) }];
    case 'abort':
      return [{ type: 'end', reason: 'abort' }];
    case 'finish':
      return [readFinish(chunk)];
    default:
      return readData(type, chunk);
  }
}

/** Usage is reported only by servers that add it to the message's metadata. */
function readFinish({ finishReason, messageMetadata }: Fields): ReplyEvent {
  if (finishReason === 'error') return { type: 'error' };
  const usage = readFields(readFields(messageMetadata)['usage'] ?? readFields(messageMetadata)['totalUsage']);
  return {
    type: 'end',
    reason: finishReason === 'length' ? 'length' : 'stop',
    usage: { inputTokens: readNumber(usage['inputTokens']), outputTokens: readNumber(usage['outputTokens']) },
  };
}

function readData(type: string, { data, id, transient }: Fields): readonly ReplyEvent[] {
  const value = toJson(data);
  if (!type.startsWith('data-') || value === undefined || transient === true) return [];
  return [{ type: 'data', name: type.slice(5), value, id: readString(id) }];
}

/** Converts a message to the AI SDK (`UIMessage`). */
function toUiMessage(message: Message): object {
  const { id, attachments, meta } = message;
  return {
    id,
    role: roleOf(message),
    ...(meta && { metadata: meta }),
    parts: [
      ...(attachments ?? []).flatMap(({ type, url, localName }) =>
        url ? [{ type: 'file', mediaType: type, url, filename: localName }] : [],
      ),
      ...toTurns(message).flatMap(({ text, tools }, index) => [
        ...(index > 0 ? [{ type: 'step-start' }] : []),
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...tools.map(({ name, callId, input = {}, output = null, error, state }) => ({
          type: `tool-${name}`,
          toolCallId: callId,
          input,
          ...(state === 'done'
            ? { state: 'output-available', output }
            : { state: 'output-error', errorText: error ?? 'It did not work' }),
        })),
      ]),
    ],
  };
}
