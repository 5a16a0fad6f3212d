import type { WidgetEnvironment } from '../lib/environment';
import type { JsonObject } from '../lib/json';
import type { Message } from '../api/message';
import type { NumberedReplyEvent } from '../api/replyEvents';
import type { Contact, SessionCreateRequest } from '../api/requests';
import type { SessionKey } from '../session/sessionKey';
import type { Continues, Session, SessionManager } from '../session/sessionManager';
import type { SessionSource } from '../session/sessionSource';
import type { HttpClient } from '../transport/httpClient';
import type { Transport } from '../transport/transport';
import type { FunctionCallsOptions } from './callFunction';
import type { ConversationStore } from './conversationStore';
import type { OutboxEntry } from './outbox';
import type { OutgoingMessage } from './sendMessage';
import type { ServerHistory } from './serverHistory';

/** What opening a conversation needs. */
export interface OpenConversationOptions {
  readonly environment: WidgetEnvironment;
  readonly base: string;
  readonly integrationId: string;
  readonly sessionKey: SessionKey;
  /** False: nothing is kept and no tab is told (`session: none`, `privacy`). */
  readonly isKept: boolean;
  readonly conversation: ConversationStore;
  /** The proof that the page shows of who the visitor is (`proofName`). */
  readonly proof: () => string;
  /** An anonymous conversation that is to go on as this visitor's, and the name of its session key. */
  readonly continues: (Continues & { readonly name: string }) | undefined;
  /** Name of the session key under which this visitor wrote until now: what waits to be sent there goes out here. */
  readonly signedInFrom: string | undefined;
  readonly transport: Transport | undefined;
  readonly createSession: SessionSource | undefined;
  /** What a new conversation begins with. */
  readonly describeSession: () => SessionCreateRequest;
  /** What goes with a send besides its text: functions, language. */
  readonly describeSend: () => Pick<NonNullable<OutboxEntry['body']>, 'functions' | 'language'>;
  readonly functions: Pick<FunctionCallsOptions, 'functions' | 'caller' | 'confirm'>;
  readonly onSession: (session: Session | undefined) => void;
  readonly onStreamEvent: (event: NumberedReplyEvent) => void;
  readonly onContact: (contact: Contact | null) => void;
  readonly onLanguage: (language: string) => void;
  readonly onRestarted: (previousConversationId: string | undefined, isLogout: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** What calls about the open conversation are made with: for what is loaded when it is first needed. */
export interface ConversationCalls {
  readonly session: SessionManager;
  readonly http: HttpClient;
  readonly history: ServerHistory;
  /** Aborted when the conversation is closed. */
  readonly closed: AbortSignal;
}

/** What can be done with the conversation that is open. Made by `openConversation`. */
export interface Conversation {
  /** Undefined with a transport of the host's own: then there is no server to ask. */
  readonly calls: ConversationCalls | undefined;
  /** Reads what is stored and goes on with what was under way. */
  start(initial: readonly Message[]): void;
  send(outgoing: OutgoingMessage): { readonly message: Message; readonly finished: Promise<Message> };
  /** Asks the bot to begin, or for another version of a reply. */
  begin(replaces?: string): Promise<void>;
  retry(): Promise<void>;
  stop(): Promise<void>;
  /** Clears everything, in every tab. */
  restart(): void;
  /** As restart, and what is known of the visitor too. */
  logout(): void;
  assignContact(contact: Contact): Promise<{ id: string }>;
  publish(channel: string, message: JsonObject): Promise<{ id: string }>;
  /** Tells the other tabs who the visitor is, and keeps it. */
  keepContact(contact: Contact | null): void;
  tellLanguage(language: string): void;
  /** The page shows another proof of the same visitor: what was refused is tried again. */
  proven(): void;
  /** The browser says that the connection is back: what waits goes out. */
  readonly online: () => void;
  /** The page goes away, perhaps to come back. */
  pause(): void;
  resume(): void;
  close(): void;
}
