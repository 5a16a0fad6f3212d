import type { Endpoint, FrameConnection } from '@sotto/widget-core/internal/protocol';
import type {
  Contact,
  Functions,
  Json,
  Message,
  OpenReason,
  CloseReason,
  LayoutName,
  SottoChatElement,
  WidgetConfig,
  WidgetEvents,
} from './types';
import type { Words } from './words/english';

/** What a widget knows about itself, whether or not its frame is there. The frame gets it again whenever it starts. */
export interface WidgetState {
  /** `frame`: an iframe of the host's own, given to `connectFrame`; the loader connects to it and draws nothing. */
  config: WidgetConfig & { frame?: HTMLIFrameElement };
  widgetId: string;
  layout: LayoutName;
  scheme: 'light' | 'dark';
  isOpen: boolean;
  isMaximized: boolean;
  isReady: boolean;
  unread: number;
  conversationId: string | null;
  status: 'idle' | 'thinking' | 'writing';
  functions: Functions;
  messages: readonly Partial<Message>[];
  meta: Record<string, Json>;
  contact: Contact | null;
  notifications: Record<string, { text: string } | null>;
  /** The loader's own texts, in the present language. */
  words: Words;
}

/** What the element gives to the panel. */
export interface PanelHost {
  readonly window: Window & typeof globalThis;
  readonly element: SottoChatElement;
  /** Where the panel lives: inside the element's shadow root. */
  readonly root: HTMLElement;
  readonly shadow: ShadowRoot;
  /** The button; it is off the page while the settings want none. */
  readonly launcher: HTMLButtonElement;
  readonly state: WidgetState;
  /**
   * The page's settings over the owner's: what the loader draws with. The frame receives the page's alone, `state.config`;
   * it has the owner's from the server.
   */
  settings(): WidgetConfig;
  /** Address of `…/integrations/widget/`, ending with a slash. */
  readonly base: string;
  /** The doctor observes the messages to and from the frame. */
  readonly watch?: ((endpoint: Endpoint) => Endpoint) | undefined;
  /** Ends with the widget. */
  readonly signal: AbortSignal;
  emit<Type extends keyof WidgetEvents>(type: Type, detail: WidgetEvents[Type], isCancelable?: boolean): boolean;
  setOpen(isOpen: boolean, reason: OpenReason | CloseReason, focus?: boolean): void;
  /** From now on in this language. */
  setLanguage(language: string): Promise<unknown>;
  /** The words of the first language are there; until then they are English. @default they are */
  readonly localized?: Promise<unknown> | undefined;
  /** Draws launcher and classes again after the state has changed. */
  draw(): void;
}

/** Phase 2 of a widget: the frame and everything around it. */
export interface Panel {
  /** Follows `state.isOpen`. */
  follow(reason: OpenReason | CloseReason, focus: boolean): void;
  /** The connection to a frame that is ready; waits until one is. */
  ready(): Promise<FrameConnection>;
  /** A persisted value has changed: a frame that is ready receives it, another one finds it in its init. */
  send(name: 'functions' | 'messages' | 'meta' | 'contact' | 'notifications'): Promise<unknown>;
  /** Settings changed. */
  update(changed: WidgetConfig): Promise<void>;
  destroy(): void;
}
