import type { WidgetError } from '../errors';
import type { Message } from '../api/message';
import type { ReplyEventType } from '../api/replyEvents';
import type { FunctionMap } from '../conversation/runners/functions';
import type { EventOf, FrameEventName, FrameNotifications, Value } from '../protocol/payloads';

/** The open conversation and the expiry of its token (ms); never the token itself. */
export interface SessionInfo {
  readonly conversationId: string;
  readonly expiresAt: number;
}

/** A message that was sent or received. */
export interface MessageEventDetail {
  readonly message: Message;
  readonly conversationId: string | undefined;
}

/** An event of a reply's stream. */
export interface ItemEventDetail {
  readonly type: ReplyEventType;
  readonly data: unknown;
  readonly messageId: string | undefined;
}

/** Events whose details contain live objects; window messages contain copies. */
interface LiveDetails {
  send: MessageEventDetail;
  /** Emitted once, when the reply is complete. */
  receive: MessageEventDetail;
  /** Emitted for every event of the stream. */
  item: ItemEventDetail;
  restart: { readonly previousConversationId: string | undefined };
  messageschange: Value<readonly Message[]>;
  functionschange: Value<FunctionMap>;
  sessionchange: Value<SessionInfo | null>;
  error: WidgetError;
}

/** The frame's other events, except those about its size and start, which the widget does not emit. */
type FrameDetails = {
  [Name in FrameEventName as Exclude<EventOf<Name>, keyof LiveDetails | 'ready' | 'resize' | 'reset'>]: Readonly<
    FrameNotifications[Name]
  >;
};

/** The events of a widget, named as the element's events. Tokens and message lists are emitted once per frame. */
export interface WidgetEventMap extends LiveDetails, FrameDetails {}
