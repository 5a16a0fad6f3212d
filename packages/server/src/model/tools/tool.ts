import type { Json, JsonObject, Reference, ReplyEvent } from '@sotto/widget-core/api';
import type { ToolDefinition } from '../chatModel';

/** What a tool came back with. */
export type ToolResult =
  | {
      readonly type: 'value';
      readonly value: Json;
      /** The model reads in it what went wrong. @default false */ readonly hasFailed?: boolean;
      /** What an MCP App draws, as `meta.activity.app` of the stored answer keeps it. */ readonly app?: JsonObject;
    }
  /** Returned to the model, which may try something else. */
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  /** The turn ends here, without more bot text. */
  | { readonly type: 'abort'; readonly reason?: string }
  /**
   * The call cannot be answered during this request: the turn ends, the caller publishes to `channel` and resumes
   * later.
   */
  | { readonly type: 'pending'; readonly channel: string };

/** The events a tool may show while it works: it waits for a browser. */
export type ToolEvent = Extract<ReplyEvent, { type: 'waitForChannelMessageBegin' | 'waitForChannelMessageEnd' }>;

/** What a tool is given with each call. */
export interface ToolContext {
  /** Id of the model's call. */
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Notes a source of the reply and gives its number, counted from 1; the same source keeps its number. */
  cite(reference: Reference): number;
}

/**
 * Something a model may call. `run` yields what others should see while it works and returns the outcome;
 * what it throws is returned to the model as an error without details.
 */
export interface Tool extends ToolDefinition {
  /** What it does, in words meant for visitors; the name and the description are meant for the model. */
  readonly title?: string | undefined;
  /** The time it takes is a person's or a page's, so it does not count as model time. @default false */
  readonly isExternal?: boolean;
  /**
   * Why a call with these arguments would be refused, as a sentence for the model: approval is not requested for such a
   * call.
   */
  readonly refuses?: ((args: JsonObject) => string | undefined) | undefined;
  run(args: JsonObject, context: ToolContext): AsyncGenerator<ToolEvent, ToolResult>;
}
