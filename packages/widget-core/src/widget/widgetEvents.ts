import type { JsonObject } from '../lib/json';
import type { WidgetError } from '../errors';
import type { Message } from '../api/message';
import type { ReplyEventType } from '../api/replyEvents';
import type { Contact } from '../api/requests';
import type { FunctionMap } from '../conversation/runners/functions';
import type { ConversationStatus, Vote } from '../conversation/state';
import type { TrackDetail } from '../tracking';

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

/** What something is now. */
export interface Change<Value> {
  readonly value: Value;
}

/**
 * What a widget tells, by the names of the element's events (contract 2.5). Tokens and message lists are joined per
 * frame.
 */
export interface WidgetEventMap {
  send: MessageEventDetail;
  /** Once, when the reply is complete. */
  receive: MessageEventDetail;
  /** Every event of the stream. */
  item: ItemEventDetail;
  restart: { readonly previousConversationId: string | undefined };
  messageschange: Change<readonly Message[]>;
  functionschange: Change<FunctionMap>;
  metachange: Change<JsonObject>;
  contactchange: Change<Contact | null>;
  openchange: Change<boolean>;
  maximizechange: Change<boolean>;
  sessionchange: Change<SessionInfo | null>;
  statuschange: Change<ConversationStatus>;
  unreadchange: Change<number>;
  languagechange: Change<string>;
  track: TrackDetail;
  vote: { readonly messageId: string; readonly vote: Vote };
  error: WidgetError;
}
