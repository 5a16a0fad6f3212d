import type { JsonObject } from '../lib/json';

/** A call that a model has made. */
export interface CompletedCall {
  /** Never empty, and no other call of the answer has it. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it, which may be malformed; `{}` when it wrote none. */
  readonly arguments: string;
  /** Fields of a provider's own, such as Gemini's thought signature, which go back with the call. */
  readonly more?: JsonObject | undefined;
}

/** A call as a request repeats it to the model. */
export function toWireCall({ id, name, arguments: text, more }: CompletedCall): JsonObject {
  return { ...more, id, type: 'function', function: { ...(more?.['function'] as JsonObject), name, arguments: text } };
}
