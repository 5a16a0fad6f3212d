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

/** Anything zustand's `useStore` and React's `useSyncExternalStore` can read. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The text that is not sent yet. */
export interface DraftState {
  readonly text: string;
}

/** A message of the visitor, or one that the host sends in their name. */
export interface SendMessageOptions {
  readonly message: string;
  /** `input`: from a form or a button instead of typed. @default 'user' */
  readonly type?: 'user' | 'input';
  /** The message is stored and sent to the model, but not shown. @default false */
  readonly hidden?: boolean;
  /** Whether the bot answers. @default true */
  readonly respond?: boolean;
  readonly meta?: JsonObject;
  /** Files that are uploaded already, or files that are uploaded first. */
  readonly attachments?: readonly (Attachment | File)[];
}

/** A message that a host page shows as the bot. Local to this widget and its tabs: server and model do not receive it. */
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
   * Sends a message. Without a connection it waits and is sent later.
   *
   * @returns the finished reply, or the stored message with `respond: false`
   * @throws WidgetError when it was not sent or not answered; the text stays, and `retry()` sends it again
   */
  send(options: SendMessageOptions): Promise<Message>;
  receive(options: ReceiveMessageOptions): Message;
  /** With a text: shows it as a message of the bot. Without: asks the bot to write the first message. */
  initiate(options?: { readonly message?: string; readonly meta?: JsonObject }): Promise<void>;
  /** Retries messages that were not sent, or a reply that did not arrive. Nothing is sent twice. */
  retry(): Promise<void>;
  /** Stops the running reply in all tabs and keeps the text so far. */
  stop(): Promise<void>;
  /** Clears session, messages and forms in every tab, without asking. `view.askRestart()` asks first. */
  restart(): Promise<void>;
  setMessages(messages: readonly Message[]): void;
  /** Publishes data to a channel on which a run of the bot waits. */
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
   * @param reason - why, of up to 1,000 characters
   */
  vote(messageId: string, vote: Vote, reason?: string): Promise<void>;
  /**
   * Requests another version of a reply. The present version stays on screen until the new one is complete, and stays
   * stored; `message.versions` lists them all.
   *
   * @param messageId - id or render key
   * @throws WidgetError when no reply arrived; `busy` while another one is being written
   */
  regenerate(messageId: string): Promise<void>;
  /**
   * Requests the rest of the newest reply after it was stopped, cut off at its length limit, or interrupted. The rest
   * is appended to it.
   *
   * @param messageId - id or render key
   * @throws WidgetError `NOT_FOUND` for a complete reply; when no rest arrived; `busy` while another one is being
   *   written
   */
  continueReply(messageId: string): Promise<void>;
  /**
   * Replaces a message of the visitor. The messages after it are neither shown nor sent to the bot any more, but stay
   * stored.
   *
   * @param messageId - id or render key of a message that has been stored
   * @returns the finished reply
   * @throws WidgetError as `conversation.send`; `busy` while a reply is being written
   */
  edit(messageId: string, text: string): Promise<Message>;
  /** Shows a version of a message and the messages after it, in all tabs. @param messageId - one of `message.versions` */
  chooseVersion(messageId: string): Promise<void>;
  /** Looks up the link of a message: `view.previewing` meanwhile, `message.micro` afterwards [W-23]. Never throws. */
  previewLink(messageKey: string, url: string): Promise<void>;
  /** Synthesizes speech for a message [W-27]. Throws `NOT_IMPLEMENTED` where the server has no voice. */
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
   * Sends a text with the files, once they are uploaded. Resolves when the message is being sent.
   *
   * @throws WidgetError when a file could not be uploaded or `signal` aborted the wait; text and files stay
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
  /** Hides the peek of the present message for some days [W-4]. */
  dismissPeek(): void;
  askRestart(): void;
  answerRestart(yes: boolean): Promise<void>;
  /** Adds to the host’s notifications next to the launcher; null removes one. */
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
  /** Who runs a function that the bot calls: the bridge asks the host page, an app answers itself. */
  setCaller(caller: FunctionCaller | undefined): void;
  /** The visitor’s answer to `view.functionQuestion`. */
  answer(callId: string, yes: boolean): void;
}

/** Data that the host page sends along with the conversation. */
export interface WidgetMeta {
  get(): JsonObject;
  set(meta: JsonObject): void;
}

/** Who the visitor is. */
export interface WidgetContact {
  get(): Contact | null;
  /**
   * Sets who the visitor is, as the page knows it. A different `identity`, or none any more, is a different visitor:
   * the conversation of the previous one leaves the screen at once, in every tab. Fields without an identity are not
   * sent.
   */
  set(contact: Contact | null): void;
  /**
   * Sends the server the visitor's contact details or, with an `identity`, who they are. Throws `contact_empty`
   * without a field.
   */
  assign(contact?: Contact): Promise<{ id: string }>;
}

/** Media of other sites, and MCP Apps, inside messages. */
export interface WidgetContent {
  /** Fetches an image through the server, so that its site does not see the visitor. Throws WidgetError. */
  fetchPicture(url: string): Promise<{ readonly url: string }>;
  /** Emits `error` with `content_blocked`, once for each host, for media that waits for the visitor’s consent. */
  reportBlocked(address: string): Promise<void>;
  /**
   * Fetches what an MCP App is shown with: `page`, `tool`, `input`, `result`, `hasBorder`. `id` is the `app` of a tool's
   * part. Throws WidgetError.
   */
  fetchApp(id: string): Promise<JsonObject>;
  /**
   * Carries out what an MCP App asks for. `tools/call`: the visitor is asked first where the tool changes something.
   * `ui/open-link`: whether the visitor lets the address be opened. Throws WidgetError.
   */
  requestForApp(id: string, method: 'tools/call' | 'ui/open-link', params: JsonObject): Promise<Json>;
}

/** A visitor's conversations, as far as they have been listed. */
export interface ThreadsState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** The last used first. */
  readonly threads: readonly Thread[];
  /** Whether there are more than have been listed. */
  readonly hasMore: boolean;
  /** Why they could not be listed, or one could not be opened. */
  readonly error: WidgetError | undefined;
  /** Id of the one that is being opened. */
  readonly opening: string | undefined;
}

/** The earlier conversations of a visitor. */
export interface WidgetThreads extends ReadableStore<ThreadsState> {
  /** Lists them from the newest on. Failures are in the state. */
  list(): Promise<void>;
  /** Lists some more. */
  listMore(): Promise<void>;
  /**
   * Opens a conversation in place of the current one, in all tabs. The current one stays in the list.
   *
   * @throws WidgetError `busy` while a reply is written or a message waits to be sent; `NOT_FOUND` for one that is gone
   */
  open(id: string): Promise<void>;
  /** Begins a new one; the present one stays in the list. Throws as `open`. */
  create(): Promise<void>;
}

/** The settings in effect. */
export interface WidgetSettings extends ReadableStore<ResolvedConfig> {
  /** Merges settings into those of the host page. Each field is checked and limited by the owner’s settings. */
  update(config: unknown): void;
}

/** A chat widget without a user interface: stores to read and actions to call. Widgets on one page share nothing. */
export interface Widget {
  readonly integration: Integration;
  /** Address of the server without a trailing slash. */
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
   * The visitor's earlier conversations, where `integration.features.threads` names who can have any. Their code is
   * loaded on first use.
   */
  threads(): Promise<WidgetThreads>;

  /** Loads the code for editing, files, previews and speech in advance, so that they also work offline. */
  preload(): Promise<void>;
  /** Warns the developer of the page in the console, once for each text. */
  warn(message: string): void;
  on<Name extends keyof WidgetEventMap>(name: Name, listener: (detail: WidgetEventMap[Name]) => void): Unsubscribe;
  /** Removes session, messages, contact and stored data of the visitor in every tab. */
  logout(): Promise<void>;
  /** Stops timers, listeners and streams. A running reply continues on the server. */
  close(): void;
}
