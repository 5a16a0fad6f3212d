import * as v from 'valibot';
import type { Envelope } from './payloads';

/**
 * The only file that knows what travels.
 *
 * Two wire forms of the same four envelopes: the port form, used on the MessagePort of the handshake, and the raw form
 * `{ type, props }` for a page that holds the frame in an iframe of its own (contract 2.2 and 2.6).
 */
const idSchema = v.union([v.number(), v.string()]);
const errorSchema = v.object({ code: v.string(), message: v.string() });

export const envelopeSchema = v.union([
  v.object({ t: v.literal('req'), id: idSchema, name: v.string(), payload: v.unknown() }),
  v.object({ t: v.literal('res'), id: idSchema, value: v.unknown() }),
  v.object({ t: v.literal('err'), id: idSchema, error: errorSchema }),
  v.object({ t: v.literal('note'), name: v.string(), payload: v.unknown() }),
]);

/** Opens foreign data in the port form; undefined when it is none of ours. */
export function readEnvelope(data: unknown): Envelope | undefined {
  const result = v.safeParse(envelopeSchema, data);
  return result.success ? result.output : undefined;
}

// `ns` marks the handshake's own messages, which are no raw ones.
const rawSchema = v.object({
  ns: v.optional(v.custom(() => false)),
  type: v.string(),
  id: v.optional(idSchema),
  props: v.optional(v.unknown()),
});
const rawErrorSchema = v.object({ error: errorSchema });

/**
 * Opens foreign data in the raw form; undefined when it is none of ours.
 *
 * A `response` of the page carries the answer itself as `props`, or `{ error }`. A bare text as `props` is short for `{ message }`.
 */
export function readRaw(data: unknown): Envelope | undefined {
  const result = v.safeParse(rawSchema, data);
  if (!result.success) return undefined;
  const { type: name, id, props = {} } = result.output;
  if (name === 'response') {
    if (id === undefined) return undefined;
    const failure = v.safeParse(rawErrorSchema, props);
    return failure.success ? { t: 'err', id, error: failure.output.error } : { t: 'res', id, value: props };
  }
  const payload = typeof props === 'string' ? { message: props } : props;
  return id === undefined ? { t: 'note', name, payload } : { t: 'req', id, name, payload };
}

/** Writes an envelope in the raw form. An answer that is itself a `{ value }` is not wrapped once more. */
export function toRaw(envelope: Envelope): object {
  switch (envelope.t) {
    case 'note':
      return { type: envelope.name, props: envelope.payload };
    case 'req':
      return { type: envelope.name, id: envelope.id, props: envelope.payload };
    case 'err':
      return { type: 'response', id: envelope.id, props: { error: envelope.error } };
    case 'res': {
      const { value } = envelope;
      const isWrapped = typeof value === 'object' && value !== null && 'value' in value;
      return { type: 'response', id: envelope.id, props: isWrapped ? value : { value } };
    }
  }
}
