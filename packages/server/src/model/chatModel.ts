import type { JsonObject, Reference } from '@sotto/widget-core/api';

/** A tool as a model sees it. `parameters` is a JSON Schema of type object. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/**
 * A model's request for a tool call. `arguments` is the JSON text as the model wrote it: it may be malformed, and is
 * validated before the tool runs.
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Fields of the provider's own, such as Gemini's thought signature, which go back to it with the call. */
  readonly more?: JsonObject | undefined;
  /** Name of the model that wrote `more`: another one is not sent it, and may refuse it. */
  readonly moreFrom?: string | undefined;
}

/** A picture as a model sees it. */
export interface ModelImage {
  /** Media type, as `image/png`. */
  readonly type: string;
  /** Its bytes in base64. */
  readonly data: string;
}

/**
 * One message as a model reads it.
 *
 * A user message with `isContext` is other people's text, quoted (facts of the page, names of files): a model that
 * searches for the visitor's question skips it. A model that cannot see gets the text without its picture.
 */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly isContext?: boolean; readonly image?: ModelImage }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

/** The request to a model. */
export interface ModelRequest {
  /** The prompt, oldest first. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
  /** 0 to 2; absent: the model's own. */
  readonly temperature?: number;
  /** Name of the tool that must be called now. */
  readonly mustCall?: string;
  /** BCP 47 tag of the visitor's language. */
  readonly language?: string;
  /** The last two messages are the model's truncated text, and the request to continue it. @default false */
  readonly isContinuation?: boolean;
}

/** Why a model stopped. */
export type ModelEndReason = 'stop' | 'length' | 'tool-calls';

/** The output of a model, in pieces. `end` comes once and last. Token counts are whole numbers. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text of this answer so far was reasoning. */
  | { readonly type: 'take-back' }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'references'; readonly references: readonly Reference[] }
  | { readonly type: 'end'; readonly reason: ModelEndReason };

/** Whatever answers: a language model behind HTTP, the embedded guide, a script in a test. */
export interface ChatModel {
  /** Shown to operators and in `usage` events. */
  readonly name: string;
  /**
   * Answers one prompt.
   *
   * Failures are thrown as `ApiError`: a code and a sentence for the visitor, with what the operator needs in `cause`.
   * An aborted signal ends the work at once and throws the signal's reason.
   */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
