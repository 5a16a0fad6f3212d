import * as v from 'valibot';
import type { Envelope } from './payloads';

/**
 * The only file that knows the wire format.
 *
 * The same four envelopes have two forms: the port form, used on the MessagePort of the handshake, and the raw form `{
 * type, props }` for pages that embed the frame in their own iframe (contract 2.2 and 2.6).
 */
const idSchema = v.union([v.number(), v.string()]);
const errorSchema = v.object({ code: v.string(), message: v.string() });

export const envelopeSchema = v.union([
  v.object({ t: v.literal('req'), id: idSchema, name: v.string(), payload: v.unknown() }),
  v.object({ t: v.literal('res'), id: idSchema, value: v.unknown() }),
  v.object({ t: v.literal('err'), id: idSchema, error: errorSchema }),
  v.object({ t: v.literal('note'), name: v.string(), payload: v.unknown() }),
]);

/** Parses foreign data in the port form; undefined if it is no envelope. */
export function readEnvelope(data: unknown): Envelope | undefined {
  const result = v.safeParse(envelopeSchema, data);
  return result.success ? result.output : undefined;
}

// `ns` marks messages of the handshake, which have another form.
const rawSchema = v.object({
  ns: v.optional(v.custom(() => false)),
  type: v.string(),
  id: v.optional(idSchema),
  props: v.optional(v.unknown()),
});
const rawErrorSchema = v.object({ error: errorSchema });

/**
 * Parses foreign data in the raw form; undefined if it is no envelope.
 *
 * A `response` of the page has the result itself as `props`, or `{ error }`. A string as `props` is short for `{
 * message }`.
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

/** Writes an envelope in the raw form. A result that already has the form `{ value }` is not wrapped again. */
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
