import type { Message, MessageInput, MessageType } from '../api/message';
import type { Contact, FunctionDefinition, FunctionDefinitionInput } from '../api/requests';
import type { Json, JsonObject } from '../lib/json';
import type { Note, Request, Schema } from './messageMap';

/*
 * The messages between host page and frame, as types. `messages.ts` and `frameEvents.ts` have the schemas, and
 * `payloads.test-d.ts` fails when they differ.
 */

/** An empty payload. */
export type Empty = Record<never, never>;

/** A payload of one value. */
export interface Value<Type> {
  value: Type;
}

/** A message as a host may write it: only the text is needed. */
export interface HostMessageInput extends Omit<MessageInput, 'id' | 'type'> {
  id?: string | undefined;
  /** @default 'user' */
  type?: MessageType | undefined;
}

/** A message of a host, its type `user` by default. */
export interface HostMessage extends Omit<Message, 'id'> {
  id?: string | undefined;
}

/** A function of the host, without its handler, which never leaves the host window. */
export interface HostFunctionInput extends FunctionDefinitionInput {
  /** How long it may take, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
}

/** A checked `HostFunctionInput`, with its defaults. */
export interface DescribedFunction extends FunctionDefinition {
  timeoutMs?: number | undefined;
}

/** Functions of the host by name. Null removes one. */
export type HostFunctions = Record<string, DescribedFunction | null>;

/**
 * What the browser around the frame is like; lengths in CSS pixels. The frame cannot measure it: its own window is the
 * panel.
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

/** Which page of the host the visitor is on. */
export type HostPage = { url: string; title: string; referrer: string };

/** `text` is accepted for `message`; a handler always sees `message`. */
export interface HostText {
  message?: string | undefined;
  text?: string | undefined;
  meta?: JsonObject | undefined;
}

/** A message to send in the visitor's name: a text, or at least one file. */
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

/** What a function of the page came to: it was stopped, or it has a value; without `value` it returned nothing. */
export type FunctionAnswer = { abort: true; reason?: string | undefined } | { value?: Json | undefined };

/** A payload after its schema has filled in what was left out. */
export type Filled<Written, Keys extends keyof Written> = Omit<Written, Keys> & {
  [Key in Keys]-?: Exclude<Written[Key], undefined>;
};

/** A request of a host page; `Checked` is the payload as a handler receives it. */
export type Ask<Written, Answer = Empty, Checked = Written, WrittenAnswer = Answer> = Request<
  Schema<Written, Checked>,
  Schema<WrittenAnswer, Answer>
>;

/** The same, where the schema fills in `Keys`. */
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

/** A size that the frame wishes for, in CSS pixels, and for what. */
export interface SizeNotification {
  width: number;
  height: number;
  reason: 'launcher' | 'peek' | 'panel' | 'maximize' | 'content' | 'overlay';
}

/** An event of a conversation for a site's analytics. */
export interface TrackNotification {
  event: 'message_send' | 'message_receive';
  widget_id: string;
  /** Tokens of the turn; 0 on send. */
  usage_tokens: number;
  /** Messages counted: 1. */
  usage_message: number;
}

/** Notifications of the frame, by name. `Content` is a message and `Data` JSON, as they are read or as they may be written. */
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

/** The message of an event. */
export type FrameEventName = keyof FrameNotifications;

/** The event of `<sotto-chat>` that follows a message of the frame: `onOpenChange` is `openchange`. */
export type EventOf<Name extends string> = Name extends 'onRestartConversation'
  ? 'restart'
  : Name extends `on${infer Event}`
    ? Lowercase<Event>
    : Name;

/** The events of `<sotto-chat>` that follow notifications of the frame. */
export type FrameEventType = EventOf<FrameEventName>;

/** A notification of the frame, and the event that the page receives for it. */
export interface FrameEvent<Payload extends Schema> extends Note<Payload> {
  /** The event of `<sotto-chat>`. */
  readonly event: FrameEventType;
  /**
   * In the event, the name of what the message calls `value`. Without one, the message's payload is the event's detail.
   */
  readonly field: string | undefined;
}

/** Every event of a widget, one line each. */
export type FrameEvents = {
  readonly [Name in FrameEventName]: FrameEvent<
    Schema<FrameNotifications<MessageInput, unknown>[Name], FrameNotifications[Name]>
  >;
};

/** What the frame needs to know of the opening of a session that its host page makes. */
export interface HostSession {
  conversationId: string;
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** The conversation for which a session is requested: a new one with these messages, or one to continue. */
export interface HostSessionRequest<Content = HostMessage> {
  messages?: Content[] | undefined;
  meta?: JsonObject | undefined;
  conversationId?: string | undefined;
}

/** Every message of the frame to its host page, by name. */
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

/** What the frame asks of the transport of its page. */
export interface HostTransportCall {
  /** `messages`, `send`, `resume`, `read`, `stop`, `answer`, `upload`, `vote` or `identify`. */
  method: string;
  /** Of a reply or an upload: its calls have the same. */
  id: string;
  input?: Json | undefined;
  file?: File | undefined;
}

/** A function of the page that the bot wants to be called. */
export interface FunctionCallRequest {
  name: string;
  args: Json;
  callId: string;
}

/** The frame's first message: it listens, and supports these versions. It has nothing else, so any parent may receive it. */
export interface Hello {
  ns: 'sotto';
  type: 'hello';
  min: number;
  max: number;
  build: string;
}

/** The host's answer, with a port: who this widget is and how it stood when the frame was last here. */
export interface Init {
  ns: 'sotto';
  type: 'init';
  /** Version of the protocol. */
  v: number;
  /** Id of this widget on the page. */
  instance: string;
  /** What the host set; read by the widget's own schema. */
  config: JsonObject;
  state: InitState;
  media: HostMedia;
  page?: HostPage | undefined;
  /** What this host can do beyond the first release of protocol 2. */
  capabilities: string[];
}

/** How a widget stood when its frame was last here. */
export interface InitState {
  open: boolean;
  maximized: boolean;
  messages?: HostMessage[] | undefined;
  functions?: HostFunctions | undefined;
  meta?: JsonObject | undefined;
  contact?: Contact | null | undefined;
}

/** What one side hands to the other: a request, its answer, its error, or a note. */
export type Envelope =
  | { t: 'req'; id: number | string; name: string; payload: unknown }
  | { t: 'res'; id: number | string; value: unknown }
  | { t: 'err'; id: number | string; error: { code: string; message: string } }
  | { t: 'note'; name: string; payload: unknown };
