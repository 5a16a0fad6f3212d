import type { JsonObject } from '../lib/json';

/** A call made by a model. */
export interface CompletedCall {
  /** Not empty, and unique within the response. */
  readonly id: string;
  readonly name: string;
  /** JSON text of the model, which may be malformed; `{}` if it wrote none. */
  readonly arguments: string;
  /** Provider-specific fields, such as Gemini's thought signature, which must be sent back with the call. */
  readonly more?: JsonObject | undefined;
}

/** Converts a call to the form in which requests repeat it. */
export function toWireCall({ id, name, arguments: text, more }: CompletedCall): JsonObject {
  return { ...more, id, type: 'function', function: { ...(more?.['function'] as JsonObject), name, arguments: text } };
}
