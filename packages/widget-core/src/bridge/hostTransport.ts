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

/** A host's capabilities for its transport: `transport`, and one for each optional method. */
const CAPABILITY = 'transport';

const optionalText = v.optional(v.string());
const cursor = { cursor: optionalText };

/** The events of a page's transport. A page is trusted to answer, but not to know every event. */
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

/** Events that have come meanwhile. One that is none of ours is left out. */
const readSchema = v.object({ events: v.array(v.unknown()), isDone: v.boolean() });

/**
 * The transport of the host page, over the window protocol. Its code and its backend stay in the page.
 *
 * @param capabilities - as the host has announced them
 * @returns undefined when the host has none
 */
export function createHostTransport(
  connection: Pick<HostConnection, 'request'>,
  capabilities: readonly string[],
): Transport | undefined {
  if (!capabilities.includes(CAPABILITY)) return undefined;
  const can = (method: string): boolean => capabilities.includes(`${CAPABILITY}.${method}`);

  /** A person, a model or an upload takes the time it takes: no call has a limit of its own. */
  const call = async (method: string, id: string, input?: unknown, file?: File): Promise<Json | undefined> => {
    const payload = { method, id, ...(input !== undefined && { input: toPlain(input) }), ...(file && { file }) };
    return (await connection.request('callTransport', payload, { timeoutMs: Infinity })).value;
  };
  const newId = (): string => createId('call', systemClock);

  const stop = (id: string): void => {
    call('stop', id).catch(() => undefined);
  };
  /** Stops the call in the page when the signal aborts. @returns what to call when the call has ended */
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
      // The caller has left the loop early, and does not need the rest.
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

/** As JSON would carry it: what is undefined is left out. */
function toPlain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** A conversation in pieces that may cross, one after the other. A single message is small enough by its own limits. */
function inPieces(messages: readonly Message[]): (readonly Message[])[] {
  if (messages.length < 2 || !payloadProblem({ method: 'messages', id: '', input: toPlain(messages) }))
    return [messages];
  const half = Math.ceil(messages.length / 2);
  return [...inPieces(messages.slice(0, half)), ...inPieces(messages.slice(half))];
}

/** The other side may be slow to stop, or gone: who has stopped waits no longer. */
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
