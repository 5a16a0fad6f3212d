/** Public types of the loader. */
import type { Json, Message, MessagePart } from '@sotto/widget-core/api';
import type { PlatformTransport, Transport } from '@sotto/widget-core/transports';
import type { LayoutAlias, LayoutName } from './layoutNames';
import type { GlobalMethodName } from './methodNames';

export type { Json, LayoutAlias, LayoutName, Message, MessagePart };

export type Position = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';
export type ColorScheme = 'light' | 'dark' | 'auto';
export type ThemePreset = 'blank' | 'default' | 'light' | 'dark' | 'modern' | 'stack';
export type LoadStrategy = 'idle' | 'hover' | 'click' | 'visible' | 'eager' | 'manual';
export type MessageType = Message['type'];
export type Status = 'idle' | 'thinking' | 'writing';

/** `expiresAt` is in milliseconds since the epoch. */
export interface Session {
  conversationId: string;
  token: string;
  expiresAt: number;
}
/**
 * `identity`: a JWT signed by the host's backend. Without it the other fields are unverified and the visitor is
 * anonymous. An identity with another subject is another visitor.
 */
export interface Contact {
  name?: string;
  email?: string;
  phone?: string;
  identity?: string;
}
export interface Theme {
  name: ThemePreset | (string & {});
  config?: Record<string, Json>;
  /** Over `config` where the scheme is dark. */ dark?: Record<string, Json>;
}

/** A function that the model may call on the host page. Its handler runs in the host window and stays there. */
// oxlint-disable-next-line typescript/no-explicit-any -- one table holds handlers of different arguments; `unknown` would refuse every typed one
export interface FunctionDefinition<A = any, R = unknown> {
  /** Description for the model. */
  description: string;
  /** Title for visitors, such as `Looks up your order`. Without one they see only that an action is running. */
  title?: string;
  /** JSON Schema of the arguments, which are checked before the handler runs. */
  parameters: { [k: string]: unknown };
  /** Returns the result, or an aborted AbortSignal to end the turn without more text. */
  handler?: (args: A, context: FunctionContext) => R | AbortSignal | Promise<R | AbortSignal>;
  /** Constant result, without a call. */
  result?: { data: R };
  /** Ask the visitor before the call. A string is used as the question. */
  confirm?: boolean | string;
  /** @default 30000 */
  timeoutMs?: number;
}
export interface FunctionContext {
  widget: SottoChatElement;
  signal: AbortSignal;
  callId: string;
}
/** A null value removes the function of that name. */
export type Functions = Record<string, FunctionDefinition | null>;
/** A URL that the loader POSTs to, or a callback. Both run in the host window, with its cookies. */
export type SessionSource =
  | string
  | ((input: {
      messages?: Pick<Message, 'type' | 'text' | 'meta'>[];
      meta?: Record<string, Json>;
      conversationId?: string;
    }) => Promise<Session>);

/** When the chat opens by itself, once per tab. Off by default; with several conditions, any of them is enough. */
export interface Triggers {
  /** After this many seconds on a page. */
  afterSeconds?: number;
  /** When this percentage of the page has been scrolled into view. */
  scrollPercent?: number;
  /** When the pointer leaves the window at the top. */
  exitIntent?: boolean;
  /**
   * On pages whose address matches; `*` is a wildcard: `/pricing*`, `https://shop.example.com/cart`. Other conditions
   * then apply only on such pages.
   */
  url?: string;
}

/** All widget settings (contract, part 4), then those of the loader. */
export interface WidgetConfig {
  widget?: string;
  integrationId?: string;
  type?: 'default' | 'dashboard' | (string & {});
  session?: '' | 'day' | 'none' | (string & {});
  createSession?: SessionSource;
  /**
   * Your own backend instead of the Sotto server: a transport of `@sotto/widget-core/transports`, a custom one, or an
   * address with the name of its protocol, as in `ai-sdk:/api/chat`. It runs in the host window. Set it before the
   * chat is loaded. `platform()` is the Sotto server of `base`, the default.
   */
  transport?: Transport | PlatformTransport | (string & {});
  privacy?: boolean;
  moderation?: boolean;
  stream?: boolean;
  verbose?: boolean;
  reasoning?: 'hidden' | 'folded' | 'open';
  tools?: boolean;
  unfurl?: boolean;
  math?: boolean;
  attachments?: boolean;
  autoScroll?: boolean;
  autoFocus?: boolean;
  announce?: 'off' | 'status' | 'sentences' | 'whole';
  startFirst?: boolean;
  contactCollection?: boolean;
  exportConversation?: boolean;
  restartConversation?: boolean;
  maximize?: boolean;
  messagePeek?: boolean;
  voiceIn?: boolean;
  voiceOut?: boolean;
  poweredBy?: boolean;
  disabled?: boolean;
  hideBar?: boolean;
  hideButton?: boolean;
  theme?: ThemePreset | Theme | (string & {});
  layout?: LayoutName | LayoutAlias;
  position?: Position;
  colorScheme?: ColorScheme;
  barIcon?: string;
  barTitle?: string;
  background?: string;
  banner?: string;
  botIcon?: string;
  userIcon?: string;
  contextIcon?: string;
  buttonIcon?: string;
  buttonTitle?: string;
  brandCaption?: string;
  brandURL?: string;
  brandLogo?: string;
  intro?: string;
  initial?: string;
  placeholder?: string;
  language?: string;
  dir?: 'ltr' | 'rtl' | 'auto';
  intl?: Record<string, Record<string, string>>;
  messages?: Partial<Message>[];
  functions?: Functions;
  meta?: Record<string, Json>;
  contact?: Contact | null;
  // For the loader only, never sent to the frame
  id?: string;
  target?: string | Element;
  base?: string;
  load?: LoadStrategy;
  open?: boolean;
  restoreOpen?: boolean;
  consent?: 'granted' | 'wait';
  launcher?: 'host' | 'frame' | 'none';
  launcherSelector?: string;
  triggers?: Triggers;
  tabTitle?: boolean;
  sound?: boolean;
  offset?: { x?: number; y?: number };
  zIndex?: number;
  topLayer?: boolean;
  height?: number | 'auto';
  mobile?: 'fullscreen' | 'sheet' | 'off';
  mobileQuery?: string;
  back?: 'close' | 'history' | 'off';
  shortcut?: string;
  frameTitle?: string;
  nonce?: string;
  credentialless?: boolean;
  pageContext?: boolean | 'full';
  dataLayer?: boolean;
  timeoutMs?: number;
  debug?: boolean;
}

export type OpenReason = 'launcher' | 'api' | 'attribute' | 'frame' | 'restore' | 'peek' | 'trigger';
export type CloseReason = 'launcher' | 'close-button' | 'escape' | 'back' | 'api' | 'attribute' | 'frame' | 'destroy';
export type ResizeReason = 'launcher' | 'peek' | 'panel' | 'maximize' | 'content' | 'overlay';
/** Lengths in CSS pixels. */
export interface Media {
  mobile: boolean;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  reducedMotion: boolean;
  highContrast: boolean;
  keyboardInset: number;
  safeArea: { top: number; right: number; bottom: number; left: number };
  touch: boolean;
}
/** Detail of an `error` event. Compare its code. */
export interface WidgetErrorDetail {
  code:
    | 'frame_timeout'
    | 'frame_blocked'
    | 'frame_unstable'
    | 'protocol_mismatch'
    | 'origin_not_allowed'
    | 'session_failed'
    | 'function_failed'
    | 'chunk_failed'
    | 'bad_payload'
    | 'too_large'
    | 'queue_full'
    | 'timeout'
    | 'not_ready'
    | 'unsupported'
    | 'destroyed'
    | (string & {});
  message: string;
  cause?: unknown;
}

/** Detail of each event. Comments name the frame's message. */
export interface WidgetEvents {
  ready: { protocol: number; build: string }; // onReady
  send: { message: Message; conversationId?: string }; // onSend
  receive: { message: Message; conversationId?: string }; // onReceive
  item: { type: string; data: Json; messageId?: string }; // onItem
  restart: { previousConversationId?: string }; // onRestartConversation
  resize: { width: number; height: number; reason: ResizeReason }; // resize; cancelable
  reset: { open: boolean }; // reset
  open: { reason: OpenReason };
  close: { reason: CloseReason };
  openchange: { open: boolean; reason: OpenReason | CloseReason };
  maximizechange: { maximized: boolean };
  messageschange: { messages: readonly Message[] };
  functionschange: { functions: string[] };
  metachange: { meta: Record<string, Json> };
  contactchange: { contact: Contact | null };
  sessionchange: { conversationId: string | null; expiresAt: number | null }; // never the token
  statuschange: { status: Status };
  unreadchange: { unread: number };
  languagechange: { language: string };
  track: { event: 'message_send' | 'message_receive'; widget_id: string; usage_tokens: number; usage_message: number };
  vote: { messageId: string; vote: 'up' | 'down'; reason?: string }; // again, with the reason, when the visitor has said why
  functioncall: { name: string; args: Json; callId: string };
  functionresult: { name: string; callId: string; ok: boolean; ms: number };
  navigate: { url: string; target: '_top' | '_blank' }; // cancelable
  error: WidgetErrorDetail;
  destroy: Record<string, never>;
}
export type Unsubscribe = () => void;
export interface SendMessageOptions {
  message?: string;
  text?: string;
  hidden?: boolean;
  respond?: boolean;
  meta?: Record<string, Json>;
  attachments?: File[];
  open?: boolean;
}
export interface ReceiveMessageOptions {
  message?: string;
  text?: string;
  type?: 'bot' | 'context';
  meta?: Record<string, Json>;
  peek?: boolean;
}

/** One widget. It is also the DOM element <sotto-chat>. */
export interface SottoChatElement extends HTMLElement {
  readonly widgetId: string;
  readonly ready: Promise<this>;
  readonly isReady: boolean;
  readonly isOpen: boolean;
  readonly isMaximized: boolean;
  readonly conversationId: string | null;
  readonly unread: number;
  readonly status: Status;
  readonly config: Readonly<WidgetConfig>;
  readonly layout: LayoutName;
  // lifecycle
  load(config?: Partial<WidgetConfig>): Promise<this>; // mount the frame now, with these settings
  prefetch(): void; // fetch what makes the frame, no frame
  update(config: Partial<WidgetConfig>): Promise<void>;
  destroy(): void; // everything off the page, listeners included
  // visibility
  open(options?: { focus?: boolean }): Promise<void>;
  close(): Promise<void>;
  toggle(open?: boolean): Promise<void>;
  setOpen(open: boolean): Promise<void>;
  show(): void;
  hide(): void; // launcher and panel together
  setMaximize(maximized: boolean): Promise<void>;
  focus(): void; // the text box
  // conversation
  /** Resolves with the finished reply, or with the stored message when `respond` is false. */
  sendMessage(message: string | SendMessageOptions): Promise<Message>;
  receiveMessage(message: string | ReceiveMessageOptions): Promise<Message>;
  initiateMessage(options?: { message?: string; meta?: Record<string, Json> }): Promise<void>;
  setInput(text: string, options?: { focus?: boolean; open?: boolean }): Promise<void>;
  restartConversation(options?: { confirm?: boolean }): Promise<void>;
  downloadConversation(options?: { as?: 'file' | 'text' | 'json' }): Promise<void | string>;
  stop(): Promise<void>;
  /** Retries what was not sent or not answered. Resolves when the reply ends. */
  retry(): Promise<void>;
  /**
   * Requests the rest of an interrupted reply; `id` is that of its message. @throws if the reply is complete or
   * unknown
   */
  continueReply(id: string): Promise<void>;
  render(options: { frame: string | null; title?: string } | null): Promise<void>; // overlay; null closes it
  publish(channel: string, message: { [k: string]: Json }): Promise<{ id: string }>;
  // data
  getMessages(): Promise<readonly Message[]>;
  setMessages(messages: Partial<Message>[]): Promise<void>;
  getFunctions(): Functions;
  setFunctions(functions: Functions): Promise<void>; // replaces all
  registerFunctions(functions: Functions): Unsubscribe;
  unregisterFunctions(names: string[]): void; // merges
  getMeta(): Promise<Record<string, Json>>;
  setMeta(meta: Record<string, Json>): Promise<void>;
  getContact(): Promise<Contact | null>;
  setContact(contact: Contact | null): Promise<void>;
  assignContact(contact: Contact): Promise<{ id: string }>; // set and upsert on the server
  logout(options?: { forget?: boolean }): Promise<void>;
  /** The same as properties, with the last known value. */
  messages: readonly Partial<Message>[];
  functions: Functions;
  meta: Record<string, Json>;
  contact: Contact | null;
  notifications: Record<string, { text: string } | null>;
  // environment
  setMedia(media: Partial<Media>): Promise<void>;
  setLanguage(language: string): Promise<void>;
  setColorScheme(scheme: ColorScheme): void;
  on<K extends keyof WidgetEvents>(
    type: K,
    listener: (detail: WidgetEvents[K], event: CustomEvent<WidgetEvents[K]>) => void,
  ): Unsubscribe;
  once<K extends keyof WidgetEvents>(type: K, listener?: (detail: WidgetEvents[K]) => void): Promise<WidgetEvents[K]>;
  off<K extends keyof WidgetEvents>(type: K, listener: (...args: never[]) => void): void;
}

export type QueueItem =
  | ((widget: SottoChatElement, sotto: SottoGlobal) => unknown)
  | [method: string, ...args: unknown[]];
type Async<T> = T extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
/** `window.sotto`: an array before the script has loaded, then this object. Its methods act on the first widget. */
export type SottoGlobal = {
  readonly version: string;
  readonly protocol: 2;
  readonly instance: SottoChatElement | null;
  readonly instancePromise: Promise<SottoChatElement>;
  readonly instances: ReadonlyMap<string, SottoChatElement>;
  get(idOrWidgetId: string): SottoChatElement | null;
  create(config: WidgetConfig, target?: string | Element): SottoChatElement; // once per id, or per widget id when there is no target
  destroyAll(): void;
  push(...items: QueueItem[]): number;
  on<K extends keyof WidgetEvents>(
    type: K,
    listener: (detail: WidgetEvents[K] & { widget: SottoChatElement }) => void,
  ): Unsubscribe; // all widgets
} & { [K in GlobalMethodName]: Async<SottoChatElement[K]> };

declare global {
  interface Window {
    sotto: SottoGlobal | QueueItem[];
    sottoSettings?: WidgetConfig;
  }
  interface HTMLElementTagNameMap {
    'sotto-chat': SottoChatElement;
  }
  interface WindowEventMap {
    'sotto:init': CustomEvent<SottoGlobal>;
    'sotto:ready': CustomEvent<WidgetEvents['ready'] & { widget: SottoChatElement }>;
    'sotto:error': CustomEvent<WidgetErrorDetail & { widget: SottoChatElement }>;
  }
}
