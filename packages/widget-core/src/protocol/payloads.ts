import type { Message, MessageInput, MessageType } from '../api/message';
import type { Contact, FunctionDefinition, FunctionDefinitionInput } from '../api/requests';
import type { Json, JsonObject } from '../lib/json';
import type { Note, Request, Schema } from './messageMap';

/*
 * Types of the messages between host page and frame. `messages.ts` and `frameEvents.ts` have the schemas;
 * `payloads.test-d.ts` fails if they differ.
 */

/** An empty payload. */
export type Empty = Record<never, never>;

/** A payload of one value. */
export interface Value<Type> {
  value: Type;
}

/** A message as a host may write it: only the text is required. */
export interface HostMessageInput extends Omit<MessageInput, 'id' | 'type'> {
  id?: string | undefined;
  /** @default 'user' */
  type?: MessageType | undefined;
}

/** A message of a host; its type defaults to `user`. */
export interface HostMessage extends Omit<Message, 'id'> {
  id?: string | undefined;
}

/** A function of the host, without its handler, which stays in the host window. */
export interface HostFunctionInput extends FunctionDefinitionInput {
  /** Timeout in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
}

/** A validated `HostFunctionInput` with its defaults. */
export interface DescribedFunction extends FunctionDefinition {
  timeoutMs?: number | undefined;
}

/** Functions of the host by name. Null removes a function. */
export type HostFunctions = Record<string, DescribedFunction | null>;

/**
 * Properties of the browser around the frame; lengths in CSS pixels. The frame cannot measure them, because its own
 * window is only the panel.
 */
export interface HostMedia {
  mobile: boolean;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  reducedMotion: boolean;
  highContrast: boolean;
  keyboardInset: number;
  safeArea: Record<'top' | 'right' | 'bottom' | 'left', number>;
  touch: boolean;
}

/** The host page that the visitor is on. */
export type HostPage = { url: string; title: string; referrer: string };

/** `text` is accepted for `message`; handlers always receive `message`. */
export interface HostText {
  message?: string | undefined;
  text?: string | undefined;
  meta?: JsonObject | undefined;
}

/** A message to send in the visitor's name, with a text or at least one file. */
export interface HostSendMessage extends HostText {
  /** @default false */
  hidden?: boolean | undefined;
  /** Whether the bot answers. @default true */
  respond?: boolean | undefined;
  /** @default [] */
  attachments?: File[] | undefined;
}

/** A message to show as the bot's. */
export interface HostReceiveMessage extends HostText {
  /** @default 'bot' */
  type?: 'bot' | 'context' | undefined;
  /** Whether it is previewed next to the launcher. @default true */
  peek?: boolean | undefined;
}

/** Result of a page function: it was aborted, or it returned `value`; without `value` it returned nothing. */
export type FunctionAnswer = { abort: true; reason?: string | undefined } | { value?: Json | undefined };

/** A payload with the defaults of its schema. */
export type Filled<Written, Keys extends keyof Written> = Omit<Written, Keys> & {
  [Key in Keys]-?: Exclude<Written[Key], undefined>;
};

/** A request of a host page; `Checked` is the payload as its handler receives it. */
export type Ask<Written, Answer = Empty, Checked = Written, WrittenAnswer = Answer> = Request<
  Schema<Written, Checked>,
  Schema<WrittenAnswer, Answer>
>;

/** As `Ask`, with defaults for the fields `Keys`. */
export type AskFilled<Written, Keys extends keyof Written, Answer = Empty, WrittenAnswer = Answer> = Ask<
  Written,
  Answer,
  Filled<Written, Keys>,
  WrittenAnswer
>;

/** A notification, which has no response. */
export type HostNotification<Written, Checked = Written> = Note<Schema<Written, Checked>>;

/** Every message of a host page to the frame, by name. */
export type HostToFrame = {
  readonly restartConversation: AskFilled<{ confirm?: boolean | undefined }, 'confirm'>;
  readonly downloadConversation: AskFilled<
    { as?: 'file' | 'text' | 'json' | undefined },
    'as',
    { text?: string | undefined }
  >;
  readonly initiateMessage: Ask<Omit<HostText, 'text'>>;
  readonly sendMessage: AskFilled<
    HostSendMessage,
    'message' | 'hidden' | 'respond' | 'attachments',
    Message,
    MessageInput
  >;
  readonly receiveMessage: AskFilled<HostReceiveMessage, 'message' | 'type' | 'peek', Message, MessageInput>;
  readonly retry: Ask<Empty>;
  readonly continueReply: Ask<{ id: string }>;
  readonly render: Ask<{ frame: string | null; title?: string | undefined }>;
  readonly setOpen: HostNotification<{ open: boolean; focus?: boolean | undefined; reason?: string | undefined }>;
  readonly setMaximize: HostNotification<{ maximize: boolean }>;
  readonly media: HostNotification<HostMedia>;
  readonly assignContact: Ask<Contact, { id: string }>;
  readonly getMessages: Ask<Empty, Value<Message[]>, Empty, Value<MessageInput[]>>;
  readonly setMessages: Ask<{ messages: HostMessageInput[] }, Empty, { messages: HostMessage[] }>;
  readonly getFunctions: Ask<Empty, Value<string[]>>;
  readonly setFunctions: Ask<
    { functions: Record<string, HostFunctionInput | null> },
    Empty,
    { functions: HostFunctions }
  >;
  readonly getMeta: Ask<Empty, Value<JsonObject>>;
  readonly setMeta: Ask<{ meta: JsonObject }>;
  readonly getContact: Ask<Empty, Value<Contact | null>>;
  readonly setContact: Ask<{ contact: Contact | null }>;
  readonly publish: Ask<{ channel: string; message: JsonObject }, { id: string }>;
  readonly configure: Ask<JsonObject>;
  readonly page: HostNotification<HostPage>;
  readonly setInput: AskFilled<{ text: string; focus?: boolean | undefined }, 'focus'>;
  readonly setLanguage: Ask<{ language: string }>;
  readonly stop: Ask<Empty>;
  readonly focus: HostNotification<Empty>;
  readonly notify: Ask<{ notifications: Record<string, { text: string } | null> }>;
  readonly logout: AskFilled<{ forget?: boolean | undefined }, 'forget'>;
};

/** A message that was sent or received. */
export interface MessageNotification<Content = Message> {
  message: Content;
  conversationId?: string | null | undefined;
}

/** The size that the frame requests, in CSS pixels, and its purpose. */
export interface SizeNotification {
  width: number;
  height: number;
  reason: 'launcher' | 'peek' | 'panel' | 'maximize' | 'content' | 'overlay';
}

/** An event for the host page's analytics. */
export interface TrackNotification {
  event: 'message_send' | 'message_receive';
  widget_id: string;
  /** Tokens of the turn; 0 for a sent message. */
  usage_tokens: number;
  /** Messages counted: 1. */
  usage_message: number;
}

/**
 * Notifications of the frame, by name. `Content` is a message and `Data` is JSON, in the types for reading or for
 * writing.
 */
export interface FrameNotifications<Content = Message, Data = Json> {
  onReady: { protocol: number; build: string; conversationId: string | null };
  onSend: MessageNotification<Content>;
  onReceive: MessageNotification<Content>;
  /** Every event of a streamed reply. */
  onItem: { type: string; data: Data; messageId?: string | undefined };
  onRestartConversation: { previousConversationId?: string | undefined };
  resize: SizeNotification;
  reset: { open: boolean };
  onMessagesChange: Value<Content[]>;
  onFunctionsChange: Value<string[]>;
  onMetaChange: Value<JsonObject>;
  onContactChange: Value<Contact | null>;
  onOpenChange: Value<boolean>;
  onMaximizeChange: Value<boolean>;
  /** `expiresAt` in milliseconds since the epoch. */
  onSessionChange: Value<{ conversationId: string; expiresAt: number | null } | null>;
  onStatusChange: Value<'idle' | 'thinking' | 'writing'>;
  onUnreadChange: Value<number>;
  onLanguageChange: Value<string>;
  onTrack: TrackNotification;
  onVote: { messageId: string; vote: 'up' | 'down'; reason?: string | undefined };
  onError: Record<'code' | 'message', string>;
}

/** Message name of an event. */
export type FrameEventName = keyof FrameNotifications;

/** The event of `<sotto-chat>` for a message of the frame: `openchange` for `onOpenChange`. */
export type EventOf<Name extends string> = Name extends 'onRestartConversation'
  ? 'restart'
  : Name extends `on${infer Event}`
    ? Lowercase<Event>
    : Name;

/** The events of `<sotto-chat>` for notifications of the frame. */
export type FrameEventType = EventOf<FrameEventName>;

/** A notification of the frame, and its event for the page. */
export interface FrameEvent<Payload extends Schema> extends Note<Payload> {
  /** The event of `<sotto-chat>`. */
  readonly event: FrameEventType;
  /** Name of the message's `value` in the event detail. Undefined: the payload is the detail. */
  readonly field: string | undefined;
}

/** Every event of a widget, one per row. */
export type FrameEvents = {
  readonly [Name in FrameEventName]: FrameEvent<
    Schema<FrameNotifications<MessageInput, unknown>[Name], FrameNotifications[Name]>
  >;
};

/** A session created by the host page, as the frame needs it. */
export interface HostSession {
  conversationId: string;
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** The conversation for which a session is requested: a new one that starts with these messages, or an existing one. */
export interface HostSessionRequest<Content = HostMessage> {
  messages?: Content[] | undefined;
  meta?: JsonObject | undefined;
  conversationId?: string | undefined;
}

/** The messages of the frame to its host page, by name. */
export type FrameToHost = FrameEvents & {
  readonly callFunction: Ask<
    { name: string; args: unknown; callId: string },
    FunctionAnswer,
    FunctionCallRequest,
    unknown
  >;
  readonly createSession: Ask<HostSessionRequest<HostMessageInput>, HostSession, HostSessionRequest>;
  readonly callTransport: Ask<
    Omit<HostTransportCall, 'input'> & { input?: unknown },
    { value?: Json | undefined },
    HostTransportCall,
    { value?: unknown }
  >;
  readonly navigate: Ask<{ url: string; target: '_top' | '_blank' }, { handled: boolean }>;
};

/** A request to the page's transport. */
export interface HostTransportCall {
  /** `messages`, `send`, `resume`, `read`, `stop`, `answer`, `upload`, `vote` or `identify`. */
  method: string;
  /** Id of a reply or upload, shared by its calls. */
  id: string;
  input?: Json | undefined;
  file?: File | undefined;
}

/** A call of a page function by the bot. */
export interface FunctionCallRequest {
  name: string;
  args: Json;
  callId: string;
}

/**
 * The frame's first message, with the protocol versions it supports. It carries no other data, so any parent may
 * receive it.
 */
export interface Hello {
  ns: 'sotto';
  type: 'hello';
  min: number;
  max: number;
  build: string;
}

/** The host's reply, sent with a port: the identity of this widget and its state before the frame was reloaded. */
export interface Init {
  ns: 'sotto';
  type: 'init';
  /** Version of the protocol. */
  v: number;
  /** Id of this widget on the page. */
  instance: string;
  /** Settings of the host; validated by the widget's own schema. */
  config: JsonObject;
  state: InitState;
  media: HostMedia;
  page?: HostPage | undefined;
  /** Address of the host page, without query and fragment. */
  address?: string | undefined;
  /** Features of this host beyond the first release of protocol 2. */
  capabilities: string[];
}

/** State of a widget before its frame was reloaded. */
export interface InitState {
  open: boolean;
  maximized: boolean;
  messages?: HostMessage[] | undefined;
  functions?: HostFunctions | undefined;
  meta?: JsonObject | undefined;
  contact?: Contact | null | undefined;
}

/** Message format between the two sides: a request, its response, its error, or a notification. */
export type Envelope =
  | { t: 'req'; id: number | string; name: string; payload: unknown }
  | { t: 'res'; id: number | string; value: unknown }
  | { t: 'err'; id: number | string; error: { code: string; message: string } }
  | { t: 'note'; name: string; payload: unknown };
