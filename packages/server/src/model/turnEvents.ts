import type { ActivityMessage, Reference, ReplyEndReason, ReplyEvent } from '@sotto/widget-core/api';
import type { ToolEvent } from './tools/tool';

/** The end of a turn: always the last event. */
export interface TurnFinish {
  readonly type: 'finish';
  readonly data: {
    /** All text of the reply; equal to its tokens put together, behind the text that it goes on with. */
    readonly text: string;
    readonly reason: Exclude<ReplyEndReason, 'error'>;
    /** Tokens of all model calls together, in and out. */
    readonly tokens: number;
    /** Numbered from 1 in this order. */
    readonly references: readonly Reference[];
  };
}

/**
 * What happens in a turn. All but `message` and `finish` go into the stream as they are; `message` is to be stored
 * first.
 */
export type TurnEvent =
  | Extract<ReplyEvent, { type: 'token' | 'reasoningToken' | 'toolBegin' | 'toolEnd' | 'usage' | 'abort' }>
  | ToolEvent
  | { readonly type: 'message'; readonly data: ActivityMessage }
  | TurnFinish;
