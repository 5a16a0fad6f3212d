import type { Contact } from '../api/requests';
import type { WordMap } from '../config/intl';
import type { Json } from '../lib/json';
import type { HostMedia } from '../protocol/payloads';

/** What the browser around the widget is like (contract 2.4, `media`). Lengths in CSS pixels. */
export type Media = Readonly<HostMedia>;

/** A short notice above the composer. */
export interface Toast {
  readonly id: string;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
}

/** A page shown over the whole frame [W-13]. */
export interface Overlay {
  readonly url: string;
  readonly title: string | undefined;
}

/** A function of the page that wants the visitor's word before it runs (contract 1.8). */
export interface FunctionQuestion {
  readonly callId: string;
  readonly name: string;
  /** What is asked about, in words for visitors; undefined where its owner gave none. */
  readonly title?: string | undefined;
  /** What the host wrote to ask with; undefined: the built-in question. */
  readonly text: string | undefined;
  /** What it is called with. */
  readonly args?: Json;
}

/** A file beside the text that is being written [W-25]. */
export interface WaitingFile {
  readonly id: string;
  readonly name: string;
  /** Media type, by the ending of the name. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Address of a picture in this tab. */
  readonly localAddress: string | undefined;
  readonly state: 'uploading' | 'ready' | 'failed';
  /** How much has been sent, from 0 to 1; undefined where the browser does not report it. */
  readonly progress: number | undefined;
  /** Why it failed, fit to be shown. */
  readonly problem: string | undefined;
}

/** How the widget stands: everything a screen needs that is not conversation. */
export interface ViewState {
  readonly isOpen: boolean;
  readonly isMaximized: boolean;
  readonly media: Media;
  /** BCP 47 tag of the words shown. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The words of that language, complete: missing ones are English. */
  readonly words: WordMap;
  readonly overlay: Overlay | undefined;
  readonly toasts: readonly Toast[];
  /** Bot messages that came while the widget was closed. */
  readonly unread: number;
  /** False while the browser is offline. */
  readonly isOnline: boolean;
  /** Whether the restart question is shown. */
  readonly isConfirmingRestart: boolean;
  /** The id of the message to hint beside the launcher now; undefined when there is none or it was dismissed [W-4]. */
  readonly peekMessageId: string | undefined;
  /** The visitor's contact details, as they gave them. */
  readonly contact: Contact | null;
  /** Short texts of the host beside the launcher, by id. */
  readonly notifications: Readonly<Record<string, { readonly text: string }>>;
  /** Asked before a function runs; answered with `answerFunction`. */
  readonly functionQuestion: FunctionQuestion | undefined;
  /** Files beside the text that is being written, in the order they were chosen [W-25]. */
  readonly files: readonly WaitingFile[];
  /**
   * Addresses of pictures that were sent from this tab, by the attachment's id: never stored and never sent.
   */
  readonly localAddresses: Readonly<Record<string, string>>;
  /** Name of the person who is typing an answer at this moment. */
  readonly typist: string | undefined;
  /** Render keys of messages whose link is being previewed: a placeholder holds the place [W-23]. */
  readonly previewing: readonly string[];
}
