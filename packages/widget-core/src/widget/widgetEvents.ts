import type { WidgetError } from '../errors';
import type { Message } from '../api/message';
import type { ReplyEventType } from '../api/replyEvents';
import type { FunctionMap } from '../conversation/runners/functions';
import type { EventOf, FrameEventName, FrameNotifications, Value } from '../protocol/payloads';

/** Which conversation is open and until when its token works (ms); never the token. */
export interface SessionInfo {
  readonly conversationId: string;
  readonly expiresAt: number;
}

/** A message that was sent or received. */
export interface MessageEventDetail {
  readonly message: Message;
  readonly conversationId: string | undefined;
}

/** One event of the stream of a reply. */
export interface ItemEventDetail {
  readonly type: ReplyEventType;
  readonly data: unknown;
  readonly messageId: string | undefined;
}

/** Events whose details have live objects in them, where a window message has copies. */
interface LiveDetails {
  send: MessageEventDetail;
  /** Once, when the reply is complete. */
  receive: MessageEventDetail;
  /** Every event of the stream. */
  item: ItemEventDetail;
  restart: { readonly previousConversationId: string | undefined };
  messageschange: Value<readonly Message[]>;
  functionschange: Value<FunctionMap>;
  sessionchange: Value<SessionInfo | null>;
  error: WidgetError;
}

/** The other events of the frame; those of its size and its start are not the widget's. */
type FrameDetails = {
  [Name in FrameEventName as Exclude<EventOf<Name>, keyof LiveDetails | 'ready' | 'resize' | 'reset'>]: Readonly<
    FrameNotifications[Name]
  >;
};

/** The events of a widget, by the names that the element uses. Tokens and message lists are joined per frame. */
export interface WidgetEventMap extends LiveDetails, FrameDetails {}
