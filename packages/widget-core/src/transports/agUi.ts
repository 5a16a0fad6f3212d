import type { Message } from '../api/message';
import { callBackend, lostStream, readObjects, readString, type Fields, type HttpOptions } from './readEvents';
import type { ReplyEvent, Transport, TransportRequest } from './transport';
import { readArguments, roleOf, toJson, toolResult, toTurns } from './turns';

/** A transport for an AG-UI agent over server-sent events. @param url - URL that starts a run by POST */
export function agUi(url: string, options: HttpOptions = {}): Transport {
  return {
    async *send({ conversationId, messages, functions, meta, language }, { signal }) {
      const last = messages.at(-1);
      const response = await callBackend(url, options, {
        body: {
          threadId: conversationId,
          // Each attempt is a new run, even for the same message.
          runId: `run-${last?.id ?? 'first'}-${String(messages.length)}-${Math.random().toString(36).slice(2)}`,
          state: {},
          messages: messages.flatMap(toAgUiMessages),
          tools: Object.entries(functions).map(([name, { description = '', parameters = {} }]) => ({
            name,
            description,
            parameters,
          })),
          context: language === undefined ? [] : [{ description: 'Language of the visitor', value: language }],
          forwardedProps: meta ?? {},
        },
        headers: { Accept: 'text/event-stream' },
        signal,
      });
      const read = createReader(functions);
      let isOver = false;
      for await (const { data } of readObjects(response)) {
        yield* read(data);
        isOver ||= data['type'] === 'RUN_FINISHED' || data['type'] === 'RUN_ERROR';
      }
      if (!isOver) throw lostStream();
    },
  };
}

/** A tool call whose arguments are still arriving. */
interface OpenCall {
  readonly callId: string;
  readonly name: string;
  text: string;
}

/** Creates a parser of the events: separates the text of several messages, and joins arguments. */
function createReader(functions: TransportRequest['functions']): (event: Fields) => readonly ReplyEvent[] {
  const calls = new Map<string, OpenCall>();
  let messageId: string | undefined;
  let chunked: string | undefined;

  function close(callId: string): readonly ReplyEvent[] {
    const call = calls.get(callId);
    if (!call) return [];
    calls.delete(callId);
    const { name } = call;
    const input = readArguments(call.text);
    return Object.hasOwn(functions, name)
      ? [{ type: 'call', callId, name, input }]
      : [{ type: 'tool-begin', callId, name, input }];
  }

  function addText(event: Fields): readonly ReplyEvent[] {
    const delta = readString(event['delta']) ?? '';
    const id = readString(event['messageId']) ?? messageId;
    const isOther = messageId !== undefined && id !== messageId;
    messageId = id;
    return delta === '' ? [] : [{ type: 'text', text: isOther ? `\n\n${delta}` : delta }];
  }

  function addCall(event: Fields): void {
    const callId = readString(event['toolCallId']) ?? chunked ?? '';
    const call = calls.get(callId) ?? { callId, name: readString(event['toolCallName']) ?? '', text: '' };
    call.text += readString(event['delta']) ?? '';
    calls.set(callId, call);
  }

  function readCall(event: Fields): readonly ReplyEvent[] {
    const callId = readString(event['toolCallId']) ?? '';
    switch (event['type']) {
      case 'TOOL_CALL_START':
      case 'TOOL_CALL_ARGS':
        addCall(event);
        return [];
      case 'TOOL_CALL_CHUNK': {
        const isOther = chunked !== undefined && callId !== '' && callId !== chunked;
        const ended = isOther ? close(chunked ?? '') : [];
        addCall(event);
        if (callId !== '') chunked = callId;
        return ended;
      }
      case 'TOOL_CALL_END':
        return close(callId);
      case 'TOOL_CALL_RESULT':
        return [...close(callId), { type: 'tool-end', callId, output: toJson(event['content']) ?? null }];
      default:
        return [];
    }
  }

  function readOther(event: Fields): readonly ReplyEvent[] {
    switch (event['type']) {
      case 'RUN_STARTED':
        return [{ type: 'accepted' }];
      case 'TEXT_MESSAGE_CONTENT':
      case 'TEXT_MESSAGE_CHUNK':
        return addText(event);
      case 'REASONING_MESSAGE_CONTENT':
      case 'REASONING_MESSAGE_CHUNK':
      case 'THINKING_TEXT_MESSAGE_CONTENT':
        return [{ type: 'reasoning', text: readString(event['delta']) ?? '' }];
      case 'REASONING_END':
      case 'THINKING_END':
        return [{ type: 'reasoning-end' }];
      case 'CUSTOM': {
        const value = toJson(event['value']);
        return value === undefined ? [] : [{ type: 'data', name: readString(event['name']) ?? '', value }];
      }
      case 'RUN_ERROR':
        return [{ type: 'error', message: readString(event['message']), code: readString(event['code']) }];
      case 'RUN_FINISHED':
        return [{ type: 'end' }];
      default:
        return [];
    }
  }

  return (event) => {
    if (readString(event['type'])?.startsWith('TOOL_CALL_')) return readCall(event);
    // Chunked calls have no end event: the next other event ends the call.
    const ended = chunked === undefined ? [] : close(chunked);
    chunked = undefined;
    return [...ended, ...readOther(event)];
  };
}

/** Converts a message to AG-UI; tool results are separate messages. */
function toAgUiMessages(message: Message): readonly object[] {
  if (roleOf(message) === 'user') return [{ id: message.id, role: 'user', content: message.text }];
  return toTurns(message).flatMap(({ text, tools }, index) => [
    {
      id: index === 0 ? message.id : `${message.id}-${String(index)}`,
      role: 'assistant',
      content: text,
      ...(tools.length > 0 && {
        toolCalls: tools.map(({ callId, name, input = {} }) => ({
          id: callId,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        })),
      }),
    },
    ...tools.map((tool) => ({
      id: `${tool.callId}-result`,
      role: 'tool',
      toolCallId: tool.callId,
      content: toolResult(tool),
    })),
  ]);
}
