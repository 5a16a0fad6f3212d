import type { ActivityMessage, Reference, ReplyEndReason, ReplyEvent } from '@sotto/widget-core/api';
import type { ToolEvent } from './tools/tool';

/** The end of a turn: always the last event. */
export interface TurnFinish {
  readonly type: 'finish';
  readonly data: {
    /** Whole text of the reply: the text it continues, then its tokens without retracted ones. */
    readonly text: string;
    readonly reason: Exclude<ReplyEndReason, 'error'>;
    /** Tokens of all model calls together, in and out. */
    readonly tokens: number;
    /** Numbered from 1 in this order. */
    readonly references: readonly Reference[];
  };
}

/** The last `length` characters of text were reasoning, which began at that time. */
export interface TakeBack {
  readonly type: 'takeBack';
  readonly data: { readonly length: number; readonly startedAt: number };
}

/**
 * What happens in a turn. All but `message`, `takeBack` and `finish` go into the stream as they are; `message` is to be
 * stored first.
 */
export type TurnEvent =
  | Extract<ReplyEvent, { type: 'token' | 'reasoningToken' | 'toolBegin' | 'toolEnd' | 'usage' | 'abort' }>
  | ToolEvent
  | { readonly type: 'message'; readonly data: ActivityMessage }
  | TakeBack
  | TurnFinish;
