import type { Message } from '../api/message';
import {
  callBackend,
  lostStream,
  readFields,
  readList,
  readObjects,
  readString,
  readStringOrEmpty,
  type Fields,
  type HttpOptions,
} from './readEvents';
import type { ReplyEvent, Transport, TransportRequest } from './transport';
import { readArguments, roleOf, toJson, toolResult, toTurns } from './turns';

/** Options for a graph on a LangGraph server. */
export interface LangGraphOptions extends HttpOptions {
  /** Id or name of the assistant. @default 'agent' */
  readonly assistantId?: string | undefined;
  /** Whether runs continue without this page and are resumed after a reload. @default false */
  readonly resume?: boolean | undefined;
}

/** Instruction for LangGraph's message reducer: replaces all messages of the thread with the following ones. */
const REMOVE_ALL = { type: 'remove', id: '__remove_all__', content: '' };

/**
 * A transport for a graph with a `messages` state on a LangGraph server. The conversation's id is its thread id.
 *
 * @param url - URL of the server without a trailing slash
 */
export function langGraph(url: string, options: LangGraphOptions = {}): Transport {
  const { resume: isResumable = false, assistantId = 'agent' } = options;
  return {
    async *send(request, { signal }) {
      const { conversationId, functions, language } = request;
      const response = await callBackend(`${url}/threads/${conversationId}/runs/stream`, options, {
        body: {
          assistant_id: assistantId,
          input: { messages: readInput(request) },
          config: { configurable: { functions, language } },
          stream_mode: ['messages-tuple'],
          stream_resumable: isResumable,
          on_disconnect: isResumable ? 'continue' : 'cancel',
          if_not_exists: 'create',
        },
        signal,
      });
      yield* readRun(response, functions, isResumable ? conversationId : undefined);
    },
    ...(isResumable && {
      async *resume(cursor, { signal }) {
        const [thread = '', run = '', lastEventId = ''] = cursor.split(' ');
        const response = await callBackend(`${url}/threads/${thread}/runs/${run}/stream`, options, {
          headers: { 'Last-Event-ID': lastEventId },
          signal,
        });
        yield* readRun(response, {}, thread, run);
      },
    }),
  };
}

/** The messages that the thread lacks; all of them, if messages of the thread were superseded. */
function readInput({ trigger, messages }: TransportRequest): readonly object[] {
  const last = messages.at(-1);
  if (trigger === 'edit' || trigger === 'regenerate' || trigger === 'continue')
    return [REMOVE_ALL, ...messages.flatMap(toLangChainMessages)];
  if (!last || trigger === 'begin') return [];
  return trigger === 'functions'
    ? toLangChainMessages(last).filter((message) => message['type'] === 'tool')
    : messages.slice(messages.findLastIndex((message) => message.type === 'bot') + 1).flatMap(toLangChainMessages);
}

/** @param thread - undefined: the run cannot be resumed */
async function* readRun(
  response: Response,
  functions: TransportRequest['functions'],
  thread: string | undefined,
  knownRun?: string,
): AsyncGenerator<ReplyEvent> {
  const read = createReader(functions);
  let run = knownRun;
  if (knownRun === undefined) yield { type: 'accepted' };
  for await (const { event, data, id } of readObjects(response)) {
    if (event === 'metadata') run = readString(data['run_id']) ?? run;
    const cursor = thread !== undefined && run && id ? `${thread} ${run} ${id}` : undefined;
    if (event === 'error') {
      yield { type: 'error', message: readString(data['message']) };
      return;
    }
    if (event !== 'messages') continue;
    for (const replyEvent of read.add(readFields(readList(data)[0]))) yield { ...replyEvent, cursor };
  }
  // The stream has no end marker; a lost connection makes reading the body throw.
  const ended = read.end();
  if (run === undefined && ended.length === 0) throw lostStream();
  yield* ended;
  yield { type: 'end' };
}

/** Parses messages in pieces. A tool call is emitted once its arguments are complete, which the next message shows. */
function createReader(functions: TransportRequest['functions']): {
  readonly add: (message: Fields) => readonly ReplyEvent[];
  readonly end: () => readonly ReplyEvent[];
} {
  const calls = new Map<unknown, { callId: string; name: string; text: string }>();
  const seen = new Set<string>();
  let messageId: string | undefined;

  function toCall(callId: string, name: string, input: ReturnType<typeof readArguments>): ReplyEvent {
    return { type: Object.hasOwn(functions, name) ? 'call' : 'tool-begin', callId, name, input };
  }
  function end(): readonly ReplyEvent[] {
    const made = [...calls.values()].map(({ callId, name, text }) => toCall(callId, name, readArguments(text)));
    calls.clear();
    return made;
  }
  function addPiece(message: Fields): readonly ReplyEvent[] {
    const replyEvent = readContent(message);
    const id = readStringOrEmpty(message['id']);
    const isNew = messageId !== undefined && id !== messageId;
    const first = replyEvent.findIndex(({ type }) => type === 'text');
    if (first >= 0) messageId = id;
    for (const piece of readList(message['tool_call_chunks'])) {
      const index = piece['index'] ?? 0;
      const call = calls.get(index) ?? { callId: '', name: '', text: '' };
      call.callId ||= readStringOrEmpty(piece['id']);
      call.name ||= readStringOrEmpty(piece['name']);
      call.text += readStringOrEmpty(piece['args']);
      calls.set(index, call);
    }
    return replyEvent.map((event, index) =>
      isNew && index === first && event.type === 'text' ? { ...event, text: `\n\n${event.text}` } : event,
    );
  }

  return {
    end,
    add(message) {
      const type = readStringOrEmpty(message['type']);
      const id = readStringOrEmpty(message['id']);
      if (type === 'AIMessageChunk') {
        const before = seen.has(id) ? [] : end();
        seen.add(id);
        return [...before, ...addPiece(message)];
      }
      const before = end();
      if (type === 'tool') return [...before, readToolMessage(message)];
      // Models that do not stream send the message once; others send it again in full at the end of their step.
      if (type !== 'ai' || seen.has(id)) return before;
      seen.add(id);
      const made = readList(message['tool_calls']).map((call) =>
        toCall(readStringOrEmpty(call['id']), readStringOrEmpty(call['name']), toJson(call['args']) ?? {}),
      );
      return [...before, ...addPiece(message), ...made];
    },
  };
}

/** Text and reasoning of a message, whose content is a string or a list of blocks. */
function readContent({ content, additional_kwargs: more }: Fields): readonly ReplyEvent[] {
  const thought = readString(readFields(more)['reasoning_content']);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : readList(content);
  return [
    ...(thought ? [{ type: 'reasoning', text: thought } as const] : []),
    ...blocks.flatMap((block: Fields): ReplyEvent[] => {
      const text = readString(block['text']) ?? readString(block['thinking']) ?? readString(block['reasoning']);
      if (!text) return [];
      return [{ type: block['type'] === 'text' ? 'text' : 'reasoning', text }];
    }),
  ];
}

function readToolMessage({ tool_call_id: id, content, status }: Fields): ReplyEvent {
  const came = status === 'error' ? { error: readStringOrEmpty(content) } : { output: toJson(content) ?? null };
  return { type: 'tool-end', callId: readStringOrEmpty(id), ...came };
}

/** Converts a message to LangChain; tool results are separate messages. */
function toLangChainMessages(message: Message): readonly Fields[] {
  const { id } = message;
  if (roleOf(message) === 'user') return [{ id, type: 'human', content: message.text }];
  return toTurns(message).flatMap(({ text, tools }, index): Fields[] => [
    {
      id: index === 0 ? id : `${id}-${String(index)}`,
      type: 'ai',
      content: text,
      ...(tools.length > 0 && {
        tool_calls: tools.map(({ callId, name, input = {} }) => ({ id: callId, name, args: input, type: 'tool_call' })),
      }),
    },
    ...tools.map((tool) => ({
      type: 'tool',
      tool_call_id: tool.callId,
      name: tool.name,
      content: toolResult(tool),
      status: tool.state === 'done' ? 'success' : 'error',
    })),
  ]);
}
