import * as v from 'valibot';
import type { Attachment, Message } from '../api/message';
import { attachmentSchema } from '../api/message';
import { WidgetError } from '../errors';
import { jsonSchema, type Json } from '../lib/json';
import { createId } from '../lib/ids';
import { systemClock } from '../lib/clock';
import type { HostConnection } from '../protocol/connection';
import { payloadProblem } from '../protocol/payloadLimits';
import type { ReplyEvent, Transport, TransportOptions } from '../transports/transport';

/** Prefix of a host's transport capabilities: `transport`, and one for each optional method. */
const CAPABILITY = 'transport';

const optionalText = v.optional(v.string());
const cursor = { cursor: optionalText };

/** Events of a page's transport. The page may send events that this version does not know. */
const eventSchema: v.GenericSchema<unknown, ReplyEvent> = v.variant('type', [
  v.object({ type: v.literal('accepted'), messageId: optionalText, ...cursor }),
  v.object({ type: v.picklist(['text', 'reasoning']), text: v.string(), ...cursor }),
  v.object({ type: v.literal('reasoning-end'), ...cursor }),
  v.object({ type: v.literal('take-back'), length: v.number(), ...cursor }),
  v.object({
    type: v.literal('tool-begin'),
    callId: v.string(),
    name: v.string(),
    title: optionalText,
    input: v.optional(jsonSchema),
    ...cursor,
  }),
  v.object({
    type: v.literal('tool-end'),
    callId: v.string(),
    output: v.optional(jsonSchema),
    error: optionalText,
    isRefused: v.optional(v.boolean()),
    ...cursor,
  }),
  v.object({
    type: v.literal('call'),
    callId: v.string(),
    name: v.string(),
    input: jsonSchema,
    more: v.optional(jsonSchema),
    ...cursor,
  }),
  v.object({ type: v.literal('source'), id: optionalText, title: optionalText, url: optionalText, ...cursor }),
  v.object({ type: v.literal('file'), url: v.string(), mediaType: v.string(), name: optionalText, ...cursor }),
  v.object({ type: v.literal('data'), name: v.string(), value: jsonSchema, id: optionalText, ...cursor }),
  v.object({
    type: v.literal('end'),
    reason: v.optional(v.picklist(['stop', 'length', 'abort'])),
    usage: v.optional(
      v.object({ inputTokens: v.optional(v.number()), outputTokens: v.optional(v.number()), model: optionalText }),
    ),
    ...cursor,
  }),
  v.object({ type: v.literal('error'), message: optionalText, code: optionalText, ...cursor }),
]);

/** Buffered events of a stream; unknown ones are skipped. */
const readSchema = v.object({ events: v.array(v.unknown()), isDone: v.boolean() });

/**
 * Uses the host page's transport over the window protocol. Its code and its backend stay in the page.
 *
 * @param capabilities - as the host announced them
 * @returns undefined if the host has no transport
 */
export function createHostTransport(
  connection: Pick<HostConnection, 'request'>,
  capabilities: readonly string[],
): Transport | undefined {
  if (!capabilities.includes(CAPABILITY)) return undefined;
  const can = (method: string): boolean => capabilities.includes(`${CAPABILITY}.${method}`);

  /** No timeout: the duration depends on a person, a model or an upload. */
  const call = async (method: string, id: string, input?: unknown, file?: File): Promise<Json | undefined> => {
    const payload = { method, id, ...(input !== undefined && { input: toPlain(input) }), ...(file && { file }) };
    return (await connection.request('callTransport', payload, { timeoutMs: Infinity })).value;
  };
  const newId = (): string => createId('call', systemClock);

  const stop = (id: string): void => {
    call('stop', id).catch(() => undefined);
  };
  /** Stops the call in the page when the signal aborts. @returns a function to call when the call has ended */
  const stopOnAbort = (id: string, signal: AbortSignal): (() => void) => {
    const listener = (): void => {
      stop(id);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', listener);
    return () => {
      signal.removeEventListener('abort', listener);
    };
  };

  async function* follow(id: string, begin: () => Promise<unknown>, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const removeListener = stopOnAbort(id, signal);
    let isDone = false;
    try {
      await begin();
      while (!isDone) {
        const read = v.safeParse(readSchema, await untilAborted(call('read', id), signal));
        if (!read.success) throw new WidgetError('BAD_RESPONSE');
        isDone = read.output.isDone;
        for (const event of read.output.events) {
          const known = v.safeParse(eventSchema, event);
          if (known.success) yield known.output;
        }
      }
    } finally {
      removeListener();
      // The caller left the loop early.
      if (!isDone) stop(id);
    }
  }

  return {
    send({ messages, ...request }, { signal }) {
      const id = newId();
      const begin = async (): Promise<void> => {
        for (const piece of inPieces(messages)) await call('messages', id, piece);
        await call('send', id, request);
      };
      return follow(id, begin, signal);
    },
    ...(can('resume') && {
      resume(place: string, { signal }: TransportOptions) {
        const id = newId();
        return follow(id, () => call('resume', id, { cursor: place }), signal);
      },
    }),
    ...(can('answer') && {
      async answer(callId, result) {
        await call('answer', newId(), { callId, result });
      },
    }),
    ...(can('upload') && {
      async upload(file, { signal }) {
        const id = newId();
        const removeListener = stopOnAbort(id, signal);
        try {
          const kept = await untilAborted(call('upload', id, undefined, file), signal);
          const attachment = v.safeParse(attachmentSchema, kept);
          if (!attachment.success) throw new WidgetError('BAD_RESPONSE');
          return attachment.output satisfies Attachment;
        } finally {
          removeListener();
        }
      },
    }),
    ...(can('vote') && {
      async vote(message, vote, reason) {
        await call('vote', newId(), { message, vote, reason });
      },
    }),
    ...(can('identify') && {
      async identify(contact) {
        await call('identify', newId(), contact);
      },
    }),
  };
}

/** Drops undefined fields, as JSON does. */
function toPlain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** Splits a conversation into pieces within the payload limits. A single message always fits, by its own limits. */
function inPieces(messages: readonly Message[]): (readonly Message[])[] {
  if (messages.length < 2 || !payloadProblem({ method: 'messages', id: '', input: toPlain(messages) }))
    return [messages];
  const half = Math.ceil(messages.length / 2);
  return [...inPieces(messages.slice(0, half)), ...inPieces(messages.slice(half))];
}

/** Does not wait for the other side after an abort: it may be slow to stop, or gone. */
function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new WidgetError('ABORTED'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    value.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
