import type { StoreApi } from 'zustand/vanilla';
import type { Json, JsonObject } from '../lib/json';
import type { Unsubscribe } from '../lib/environment';
import type { Attachment, Message } from '../api/message';
import type { Contact } from '../api/requests';
import type { Integration } from '../api/responses';
import type { Thread } from '../api/threads';
import type { WidgetError } from '../errors';
import type { HostFunction, ResolvedConfig } from '../config/configTypes';
import type { FunctionCaller, FunctionMap } from '../conversation/runners/functions';
import type { ConversationState, Vote } from '../conversation/state';
import type { ScrollPlace } from './scrollPlace';
import type { Media, Overlay, Toast, ViewState } from './viewState';
import type { WidgetEventMap } from './widgetEvents';

/** A store that zustand's `useStore` and React's `useSyncExternalStore` can read. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The unsent text. */
export interface DraftState {
  readonly text: string;
}

/** A message of the visitor, or one that the host sends in the visitor's name. */
export interface SendMessageOptions {
  readonly message: string;
  /** `input`: from a form or a button instead of typed. @default 'user' */
  readonly type?: 'user' | 'input';
  /** The message is stored and sent to the model, but not shown. @default false */
  readonly hidden?: boolean;
  /** Whether the bot answers. @default true */
  readonly respond?: boolean;
  readonly meta?: JsonObject;
  /** Uploaded attachments, or files, which are uploaded first. */
  readonly attachments?: readonly (Attachment | File)[];
}

/**
 * A message that a host page shows as the bot's. Only this widget and its tabs show it; server and model do not receive
 * it.
 */
export interface ReceiveMessageOptions {
  readonly message: string;
  /** @default 'bot' */
  readonly type?: 'bot' | 'context';
  readonly meta?: JsonObject;
  /** Whether it is shown as a peek next to the launcher. @default true */
  readonly peek?: boolean;
}

/** The messages and the state of the current conversation. */
export interface WidgetConversation extends ReadableStore<ConversationState> {
  /**
   * Sends a message. Without a connection it is queued and sent later.
   *
   * @returns the finished reply, or the stored message with `respond: false`
   * @throws WidgetError if it was not sent or not answered; the text stays, and `retry()` sends it again
   */
  send(options: SendMessageOptions): Promise<Message>;
  receive(options: ReceiveMessageOptions): Message;
  /** With a text: shows it as the bot's message. Without: requests the first message from the bot. */
  initiate(options?: { readonly message?: string; readonly meta?: JsonObject }): Promise<void>;
  /** Retries unsent messages or a missing reply. Nothing is sent twice. */
  retry(): Promise<void>;
  /** Stops the running reply in all tabs and keeps the text so far. */
  stop(): Promise<void>;
  /** Clears session, messages and forms in every tab without confirmation. `view.askRestart()` asks first. */
  restart(): Promise<void>;
  setMessages(messages: readonly Message[]): void;
  /** Publishes data to a channel that a run of the bot waits for. */
  publish(channel: string, message: JsonObject): Promise<{ id: string }>;
  /**
   * The conversation as a text file [W-12].
   *
   * @param reader - `'program'`: named by the conversation's id, with `You:` and `Bot:` before the messages; `'visitor'`:
   *   named by the widget and the day, with names and times before the messages, in the visitor's language
   * @default 'program'
   */
  transcript(reader?: 'program' | 'visitor'): Promise<{ readonly fileName: string; readonly text: string }>;
}

/** Actions on single messages. Their code is loaded on first use. */
export interface WidgetMessages {
  /**
   * Votes on a reply. Within two seconds of another vote on it, only a vote with a reason is sent.
   *
   * @param reason - up to 1,000 characters
   */
  vote(messageId: string, vote: Vote, reason?: string): Promise<void>;
  /**
   * Requests another version of a reply. The current version stays visible until the new one is complete, and stays
   * stored; `message.versions` lists all versions.
   *
   * @param messageId - id or render key
   * @throws WidgetError if no reply arrived; `busy` during another reply
   */
  regenerate(messageId: string): Promise<void>;
  /**
   * Requests the rest of the newest reply after it was stopped, cut off at its length limit, or interrupted. The rest
   * is appended to it.
   *
   * @param messageId - id or render key
   * @throws WidgetError `NOT_FOUND` for a complete reply; if no rest arrived; `busy` during another reply
   */
  continueReply(messageId: string): Promise<void>;
  /**
   * Replaces a message of the visitor. The messages after it are no longer shown or sent to the bot, but stay stored.
   *
   * @param messageId - id or render key of a stored message
   * @returns the finished reply
   * @throws WidgetError as `conversation.send`; `busy` during a reply
   */
  edit(messageId: string, text: string): Promise<Message>;
  /** Shows a version of a message and the messages after it, in all tabs. @param messageId - one of `message.versions` */
  chooseVersion(messageId: string): Promise<void>;
  /**
   * Loads the preview of a message's link: `view.previewing` meanwhile, `message.micro` afterwards [W-23]. Never
   * throws.
   */
  previewLink(messageKey: string, url: string): Promise<void>;
  /** Synthesizes speech for a message [W-27]. Throws `NOT_IMPLEMENTED` if the server has no voice. */
  synthesize(messageId: string): Promise<{ readonly url: string }>;
}

/** The unsent text and files. A separate store, so that typing does not re-render messages. */
export interface WidgetDraft extends ReadableStore<DraftState> {
  set(text: string): void;
  /** Adds files and uploads them. Toasts name the files that are not accepted [W-25]. */
  addFiles(files: readonly File[]): Promise<void>;
  /** Removes a file and aborts its upload. */
  removeFile(id: string): Promise<void>;
  /** Uploads a failed file again. */
  retryFile(id: string): Promise<void>;
  /**
   * Sends a text with the files once they are uploaded. Resolves when sending starts.
   *
   * @throws WidgetError if an upload failed or `signal` aborted the wait; text and files stay
   */
  send(text: string, signal?: AbortSignal): Promise<void>;
}

/** The UI state other than messages. */
export interface WidgetView extends ReadableStore<ViewState> {
  setOpen(open: boolean): void;
  setMaximize(maximize: boolean): void;
  setMedia(media: Partial<Media>): void;
  setLanguage(language: string): void;
  setOverlay(overlay: Overlay | undefined): void;
  /** Hides the peek of the current message for some days [W-4]. */
  dismissPeek(): void;
  askRestart(): void;
  answerRestart(yes: boolean): Promise<void>;
  /** Adds the host’s notifications beside the launcher; null removes one. */
  notify(notifications: Readonly<Record<string, { readonly text: string } | null>>): void;
  /** Scroll position of this tab before the last reload; undefined at the newest message. */
  readScrollPlace(): ScrollPlace | undefined;
  keepScrollPlace(place: ScrollPlace | undefined): void;
}

/** Short notices above the composer: `view.toasts`. */
export interface WidgetToasts {
  add(toast: Omit<Toast, 'id'>): void;
  /** Pauses the timer of the toast while it has the pointer or focus; restarts it afterwards. */
  hold(isHeld: boolean): void;
  remove(id: string): void;
}

/** Functions of the host page that the bot may call. */
export interface WidgetFunctions {
  get(): FunctionMap;
  /** Adds functions; null removes one. */
  set(functions: Readonly<Record<string, HostFunction | null>>): void;
  /**
   * Sets who runs the functions that the bot calls: the bridge forwards calls to the host page, an app runs them
   * itself.
   */
  setCaller(caller: FunctionCaller | undefined): void;
  /** The visitor’s answer to `view.functionQuestion`. */
  answer(callId: string, yes: boolean): void;
}

/** The conversation's metadata from the host page. */
export interface WidgetMeta {
  get(): JsonObject;
  set(meta: JsonObject): void;
}

/** The visitor's identity and contact details. */
export interface WidgetContact {
  get(): Contact | null;
  /**
   * Sets the visitor as the page knows them. A different `identity`, or none any more, is a different visitor: the
   * previous conversation disappears at once, in every tab. Name, email and phone are stored on the server: at once in
   * a conversation that has begun, otherwise with its first message. A refusal is an `error` event.
   */
  set(contact: Contact | null): void;
  /**
   * Sends the visitor's contact details or, with an `identity`, their identity to the server. Throws `contact_empty` if
   * no field is set.
   */
  assign(contact?: Contact): Promise<{ id: string }>;
}

/** Third-party media and MCP Apps inside messages. */
export interface WidgetContent {
  /** Fetches an image through the server, so that its site does not learn about the visitor. Throws WidgetError. */
  fetchPicture(url: string): Promise<{ readonly url: string }>;
  /** Emits `error` with `content_blocked`, once per host, for media that requires the visitor’s consent. */
  reportBlocked(address: string): Promise<void>;
  /**
   * Fetches the data for showing an MCP App: `page`, `tool`, `input`, `result`, `hasBorder`. `id` is the `app` of a
   * tool part. Throws WidgetError.
   */
  fetchApp(id: string): Promise<JsonObject>;
  /**
   * Executes a request of an MCP App. `tools/call`: asks the visitor first if the tool changes something.
   * `ui/open-link`: returns whether the visitor allows opening the URL. Throws WidgetError.
   */
  requestForApp(id: string, method: 'tools/call' | 'ui/open-link', params: JsonObject): Promise<Json>;
}

/** The listed conversations of a visitor. */
export interface ThreadsState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Most recently used first. */
  readonly threads: readonly Thread[];
  /** Whether there are conversations that are not listed yet. */
  readonly hasMore: boolean;
  /** Error of listing or opening conversations. */
  readonly error: WidgetError | undefined;
  /** Id of the conversation that is being opened. */
  readonly opening: string | undefined;
}

/** The visitor's earlier conversations. */
export interface WidgetThreads extends ReadableStore<ThreadsState> {
  /** Lists the newest ones. Failures are part of the state. */
  list(): Promise<void>;
  /** Lists the next ones. */
  listMore(): Promise<void>;
  /**
   * Opens a conversation in place of the current one, in all tabs. The current one stays in the list.
   *
   * @throws WidgetError `busy` during a reply or while a message is pending; `NOT_FOUND` if the conversation no longer
   *   exists
   */
  open(id: string): Promise<void>;
  /** Starts a new conversation; the current one stays in the list. Throws as `open`. */
  create(): Promise<void>;
}

/** The current settings. */
export interface WidgetSettings extends ReadableStore<ResolvedConfig> {
  /** Merges settings into those of the host page. Each field is validated and restricted by the owner’s settings. */
  update(config: unknown): void;
}

/**
 * A chat widget without a user interface, with stores to read and actions to call. Widgets on one page share nothing.
 */
export interface Widget {
  readonly integration: Integration;
  /** URL of the server without a trailing slash. */
  readonly base: string;
  readonly config: WidgetSettings;
  readonly conversation: WidgetConversation;
  readonly messages: WidgetMessages;
  readonly draft: WidgetDraft;
  readonly view: WidgetView;
  readonly toasts: WidgetToasts;
  readonly functions: WidgetFunctions;
  readonly meta: WidgetMeta;
  readonly contact: WidgetContact;
  readonly content: WidgetContent;
  /**
   * The visitor's earlier conversations; `integration.features.threads` names the visitors who have them. Loaded on
   * first use.
   */
  threads(): Promise<WidgetThreads>;

  /** Loads the code for editing, files, previews and speech in advance, so that it also works offline. */
  preload(): Promise<void>;
  /** Warns the developer of the page in the console, once per text. */
  warn(message: string): void;
  on<Name extends keyof WidgetEventMap>(name: Name, listener: (detail: WidgetEventMap[Name]) => void): Unsubscribe;
  /** Removes session, messages, contact and stored data of the visitor in every tab. */
  logout(): Promise<void>;
  /** Stops timers, listeners and streams. A running reply continues on the server. */
  close(): void;
}
