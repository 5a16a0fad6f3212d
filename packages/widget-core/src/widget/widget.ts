import type { StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '../lib/json';
import type { Unsubscribe } from '../lib/environment';
import type { Attachment, Message } from '../api/message';
import type { Contact } from '../api/requests';
import type { Integration } from '../api/responses';
import type { HostFunction, ResolvedConfig } from '../config/configTypes';
import type { FunctionCaller, FunctionMap } from '../conversation/runners/functions';
import type { ConversationState, Vote } from '../conversation/state';
import type { ScrollPlace } from './scrollPlace';
import type { Media, Overlay, Toast, ViewState } from './viewState';
import type { WidgetEventMap } from './widgetEvents';

/** Anything zustand's `useStore` and React's `useSyncExternalStore` can read. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** What is typed but not sent. */
export interface DraftState {
  readonly text: string;
}

/** A message of the visitor, or one that the host sends in their name. */
export interface SendMessageOptions {
  readonly message: string;
  /** `input`: given through a form or a button instead of typed. @default 'user' */
  readonly type?: 'user' | 'input';
  /** Stored and given to the model, not shown. @default false */
  readonly hidden?: boolean;
  /** Whether the bot answers. @default true */
  readonly respond?: boolean;
  readonly meta?: JsonObject;
  /** Files that are uploaded already, or files that are uploaded first. */
  readonly attachments?: readonly (Attachment | File)[];
}

/** A message that a host page says as the bot. Local to this widget and its tabs: server and model do not get it. */
export interface ReceiveMessageOptions {
  readonly message: string;
  /** @default 'bot' */
  readonly type?: 'bot' | 'context';
  readonly meta?: JsonObject;
  /** Whether it is hinted beside the launcher. @default true */
  readonly peek?: boolean;
}

/** One chat widget without a screen: stores to read, actions to call. Two widgets on a page share nothing. */
export interface Widget {
  readonly integration: Integration;
  /** Address of the server without a trailing slash. */
  readonly base: string;
  readonly config: ReadableStore<ResolvedConfig>;
  readonly conversation: ReadableStore<ConversationState>;
  readonly view: ReadableStore<ViewState>;
  /** A store of its own, so that a keystroke touches no message. */
  readonly draft: ReadableStore<DraftState>;

  /**
   * Sends a message; offline it waits and goes out later.
   *
   * @returns the finished reply, or the stored message with `respond: false`
   * @throws WidgetError when it was not sent or not answered; the text stays, with `retry()` as the way on
   */
  sendMessage(options: SendMessageOptions): Promise<Message>;
  receiveMessage(options: ReceiveMessageOptions): Message;
  /** With a text: shown as the bot's. Without: the bot is asked to begin. */
  initiateMessage(options?: { readonly message?: string; readonly meta?: JsonObject }): Promise<void>;
  /** Tries again what failed: messages that were not sent, or a reply that did not come. Nothing doubles. */
  retry(): Promise<void>;
  /** Ends the running reply, in every tab; the text so far is kept. */
  stop(): Promise<void>;
  /** Clears session, messages and forms, in every tab. The question before it is the view's business (`askRestart`). */
  restartConversation(): Promise<void>;
  vote(messageId: string, vote: Vote): Promise<void>;
  /** Puts files beside the text and uploads them; those that are not accepted are named in notices [W-25]. */
  addFiles(files: readonly File[]): Promise<void>;
  /** Takes a file away; its upload is ended. */
  removeFile(id: string): Promise<void>;
  /** Uploads a file again that could not be uploaded. */
  retryFile(id: string): Promise<void>;
  /**
   * Sends a text with the files beside it, once they are uploaded. Resolves when the message is on its way.
   *
   * @throws WidgetError when a file could not be uploaded or `signal` ended the waiting; text and files stay
   */
  sendFiles(text: string, signal?: AbortSignal): Promise<void>;
  /**
   * Previews a link of a message: `view.previewing` while it is looked up, `message.micro` afterwards [W-23]. Never
   * throws.
   */
  previewLink(messageKey: string, url: string): Promise<void>;
  /**
   * Has the server fetch a picture of another site, which then never meets the visitor. Throws WidgetError when there
   * is none to be had.
   */
  showPicture(url: string): Promise<{ readonly url: string }>;
  /**
   * Tells the page (`error` with `content_blocked`) that a file of this address waits for the visitor; once for each
   * host.
   */
  reportBlocked(address: string): Promise<void>;
  /** Has a message spoken [W-27]. Throws `NOT_IMPLEMENTED` where the server has no voice. */
  synthesize(messageId: string): Promise<{ readonly url: string }>;
  /**
   * Asks for another version of a reply. The first one stays in its place until the new one is complete, and stays
   * stored; `message.versions` names them all.
   *
   * @param messageId - id or render key
   * @throws WidgetError when no reply came; `busy` while another one is written
   */
  regenerate(messageId: string): Promise<void>;
  /**
   * Asks for the rest of the newest reply when it ended before its end: stopped, cut at its length, or broken off. What
   * stands of it stays, and the rest is written behind it.
   *
   * @param messageId - id or render key
   * @throws WidgetError `NOT_FOUND` for a reply that is complete; when no rest came; `busy` while another one is
   *   written
   */
  continueReply(messageId: string): Promise<void>;
  /**
   * Says something otherwise: the text takes the place of a message of the visitor, and what followed it is neither
   * shown nor told to the bot any more. It stays stored.
   *
   * @param messageId - id or render key of a message that has arrived
   * @returns the finished reply
   * @throws WidgetError as `sendMessage`; `busy` while a reply is written
   */
  editMessage(messageId: string, text: string): Promise<Message>;
  /**
   * Loads what editing, files, previews and speech need, before the first of them is wanted: then a text can be edited
   * without a connection, too.
   */
  prepare(): Promise<void>;
  /** Shows a version of a message, and what followed it, in every tab. @param messageId - one of `message.versions` */
  chooseVersion(messageId: string): Promise<void>;
  /**
   * Tells the server who the visitor says they are; with an `identity`, who they are. Without an argument it throws
   * `contact_empty`.
   */
  assignContact(contact?: Contact): Promise<{ id: string }>;
  publish(channel: string, message: JsonObject): Promise<{ id: string }>;
  /** What was said, as a file [W-12]. What reads markdown is loaded for it. */
  transcript(): Promise<{ readonly fileName: string; readonly text: string }>;
  setMessages(messages: readonly Message[]): void;
  getMeta(): JsonObject;
  setMeta(meta: JsonObject): void;
  getFunctions(): FunctionMap;
  /** Adds to the functions known; null removes one. */
  setFunctions(functions: Readonly<Record<string, HostFunction | null>>): void;
  /** Who runs a function the bot asks for: the bridge asks the host page, an app answers itself. */
  setFunctionCaller(caller: FunctionCaller | undefined): void;
  getContact(): Contact | null;
  /**
   * Who the page says the visitor is. Another `identity`, or none any more, is another visitor: the conversation of the
   * one before leaves the screen at once, in
   * every tab. Fields without one are local knowledge.
   */
  setContact(contact: Contact | null): void;

  setOpen(open: boolean): void;
  setMaximize(maximize: boolean): void;
  setMedia(media: Partial<Media>): void;
  setDraft(text: string): void;
  setLanguage(language: string): void;
  setOverlay(overlay: Overlay | undefined): void;
  /** Hides the hint of the present message for some days [W-4]. */
  dismissPeek(): void;
  askRestart(): void;
  answerRestart(yes: boolean): Promise<void>;
  /** The visitor's word on the function that asked (`view.functionQuestion`). */
  answerFunction(callId: string, yes: boolean): void;
  /** Adds to the host's short texts beside the launcher; null removes one. */
  notify(notifications: Readonly<Record<string, { readonly text: string } | null>>): void;
  addToast(toast: Omit<Toast, 'id'>): void;
  /** Stops the time of the notice that is shown, and starts it anew: as long as somebody is on it, it stays. */
  holdToasts(isHeld: boolean): void;
  removeToast(id: string): void;
  /** Tells the person who writes the page, once a sentence, that something of theirs could not be used. */
  warn(message: string): void;
  /** Where the reader was in this tab, for a screen that is drawn again; undefined: at the newest message. */
  readScrollPlace(): ScrollPlace | undefined;
  keepScrollPlace(place: ScrollPlace | undefined): void;
  /** Adds to what the host page set; checked field by field, under the owner's ceiling. */
  configure(config: unknown): void;

  /** Everything others may want to hear, for the bridge and for apps. */
  on<Name extends keyof WidgetEventMap>(name: Name, listener: (detail: WidgetEventMap[Name]) => void): Unsubscribe;
  /**
   * Session, messages, contact and stored keys of whoever is there are gone, in every tab; after it nobody is
   * identified.
   */
  logout(): Promise<void>;
  /** Stops timers, listeners and streams; a running reply belongs to the server and goes on there. */
  close(): void;
}
