import type { Contact } from '../api/requests';
import type { WordMap } from '../config/intl';
import type { Json } from '../lib/json';
import type { HostMedia } from '../protocol/payloads';

/** Properties of the browser around the widget (contract 2.4, `media`). Lengths in CSS pixels. */
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

/** A page function that requires the visitor's confirmation (contract 1.8). */
export interface FunctionQuestion {
  readonly callId: string;
  readonly name: string;
  /** Title for visitors; undefined if the function has none. */
  readonly title?: string | undefined;
  /** Question text of the host; undefined: the built-in question. */
  readonly text: string | undefined;
  /** Arguments of the call. */
  readonly args?: Json;
}

/** A file attached to the draft [W-25]. */
export interface WaitingFile {
  readonly id: string;
  readonly name: string;
  /** Media type, from the file extension. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Object URL of a picture in this tab. */
  readonly localAddress: string | undefined;
  readonly state: 'uploading' | 'ready' | 'failed';
  /** Uploaded share, from 0 to 1; undefined if the browser does not report it. */
  readonly progress: number | undefined;
  /** User-facing reason of a failure. */
  readonly problem: string | undefined;
}

/** UI state of the widget, without the conversation. */
export interface ViewState {
  readonly isOpen: boolean;
  readonly isMaximized: boolean;
  readonly media: Media;
  /** BCP 47 tag of the displayed language. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The UI texts of that language; missing ones are English. */
  readonly words: WordMap;
  readonly overlay: Overlay | undefined;
  readonly toasts: readonly Toast[];
  /** Bot messages that arrived while the widget was closed. */
  readonly unread: number;
  /** False while the browser is offline. */
  readonly isOnline: boolean;
  /** Whether the restart question is shown. */
  readonly isConfirmingRestart: boolean;
  /** Id of the message to preview beside the launcher; undefined if there is none or it was dismissed [W-4]. */
  readonly peekMessageId: string | undefined;
  /** The visitor's contact details. */
  readonly contact: Contact | null;
  /** The host's notifications beside the launcher, by id. */
  readonly notifications: Readonly<Record<string, { readonly text: string }>>;
  /** Question before a function runs; answered with `answerFunction`. */
  readonly functionQuestion: FunctionQuestion | undefined;
  /** Files attached to the draft, in the order of selection [W-25]. */
  readonly files: readonly WaitingFile[];
  /** Object URLs of pictures sent from this tab, by attachment id. Neither stored nor sent. */
  readonly localAddresses: Readonly<Record<string, string>>;
  /** Name of the human agent who is typing. */
  readonly typist: string | undefined;
  /** Render keys of messages whose link preview is loading: a placeholder reserves its space [W-23]. */
  readonly previewing: readonly string[];
}
