import type { JsonObject, Reference } from '@sotto/widget-core/api';

/** A tool for a model. `parameters` is a JSON Schema of type object. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/**
 * A tool call requested by a model. `arguments` is JSON text as the model wrote it; it may be malformed and is
 * validated before the tool runs.
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Provider-specific fields, such as Gemini's thought signature, which are sent back with the call. */
  readonly more?: JsonObject | undefined;
  /** Name of the model that wrote `more`, because other models may refuse it. */
  readonly moreFrom?: string | undefined;
}

/** A picture for a model. */
export interface ModelImage {
  /** Media type, as `image/png`. */
  readonly type: string;
  /** Its bytes in base64. */
  readonly data: string;
}

/**
 * A message for a model.
 *
 * A user message with `isContext` is quoted third-party text (facts about the page, file names), which is ignored
 * when searching for the visitor's question. Models without vision get the text without the picture.
 */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly isContext?: boolean; readonly image?: ModelImage }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

/** A request to a model. */
export interface ModelRequest {
  /** The prompt, oldest first. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
  /** 0 to 2; undefined for the model's default. */
  readonly temperature?: number;
  /** Name of a tool that must be called. */
  readonly mustCall?: string;
  /** BCP 47 tag of the visitor's language. */
  readonly language?: string;
  /** Whether the last two messages are the model's truncated text and the request to continue it. @default false */
  readonly isContinuation?: boolean;
}

/** Why a model stopped. */
export type ModelEndReason = 'stop' | 'length' | 'tool-calls';

/** Streamed output of a model. `end` is the last event. Token counts are integers. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text of this response so far was reasoning. */
  | { readonly type: 'take-back' }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'references'; readonly references: readonly Reference[] }
  | { readonly type: 'end'; readonly reason: ModelEndReason };

/** A source of replies: a language model over HTTP, the built-in guide, or a test script. */
export interface ChatModel {
  /** Shown to operators and in `usage` events. */
  readonly name: string;
  /**
   * Answers a prompt.
   *
   * Failures are thrown as `ApiError`, with a code and a message for the visitor, and details for the operator in
   * `cause`. An aborted signal ends the work immediately and throws the signal's reason.
   */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
