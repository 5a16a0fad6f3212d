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

/**
 * What a widget tells, by the names of the element's events (contract 2.5). Tokens and message lists are joined per
 * frame.
 */
export interface WidgetEventMap {
  send: { readonly message: Message; readonly conversationId: string | undefined };
  /** Once, when the reply is complete. */
  receive: { readonly message: Message; readonly conversationId: string | undefined };
  /** Every event of the stream. */
  item: { readonly type: ReplyEventType; readonly data: unknown; readonly messageId: string | undefined };
  restart: { readonly previousConversationId: string | undefined };
  messageschange: { readonly value: readonly Message[] };
  functionschange: { readonly value: FunctionMap };
  metachange: { readonly value: JsonObject };
  contactchange: { readonly value: Contact | null };
  openchange: { readonly value: boolean };
  maximizechange: { readonly value: boolean };
  sessionchange: { readonly value: SessionInfo | null };
  statuschange: { readonly value: ConversationStatus };
  unreadchange: { readonly value: number };
  languagechange: { readonly value: string };
  track: TrackDetail;
  vote: { readonly messageId: string; readonly vote: Vote };
  error: WidgetError;
}
