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

/** State of a widget, with or without its frame. Every frame receives it when it starts. */
export interface WidgetState {
  /** `frame`: an iframe passed to `connectFrame`; the loader connects to it and draws nothing. */
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
  /** The loader's own texts in the current language. */
  words: Words;
}

/** What the panel gets from the element. */
export interface PanelHost {
  readonly window: Window & typeof globalThis;
  readonly element: SottoChatElement;
  /** Parent of the panel, inside the element's shadow root. */
  readonly root: HTMLElement;
  readonly shadow: ShadowRoot;
  /** The launcher button; not on the page while the settings hide it. */
  readonly launcher: HTMLButtonElement;
  readonly state: WidgetState;
  /**
   * The page's settings merged over the owner's, for the loader's own drawing. The frame receives only the page's
   * (`state.config`), and the owner's from the server.
   */
  settings(): WidgetConfig;
  /** Address of `…/integrations/widget/`, ending with a slash. */
  readonly base: string;
  /** Lets the doctor observe the messages to and from the frame. */
  readonly watch?: ((endpoint: Endpoint) => Endpoint) | undefined;
  /** Aborted when the widget is destroyed. */
  readonly signal: AbortSignal;
  emit<Type extends keyof WidgetEvents>(type: Type, detail: WidgetEvents[Type], isCancelable?: boolean): boolean;
  setOpen(isOpen: boolean, reason: OpenReason | CloseReason, focus?: boolean): void;
  /** Changes the language. */
  setLanguage(wished: string | readonly string[]): Promise<unknown>;
  /** Resolves when the texts of the first language are loaded; English until then. @default resolved */
  readonly localized?: Promise<unknown> | undefined;
  /** Draws launcher and classes after a change of state. */
  draw(): void;
}

/** Phase 2 of a widget: the frame and everything around it. */
export interface Panel {
  /** Applies `state.isOpen`. */
  follow(reason: OpenReason | CloseReason, focus: boolean): void;
  /** Resolves with the connection once a frame is ready. */
  ready(): Promise<FrameConnection>;
  /** A stored value has changed: a frame that is ready receives it, a later one gets it in its init. */
  send(name: 'functions' | 'messages' | 'meta' | 'contact' | 'notifications'): Promise<unknown>;
  /** The settings have changed. */
  update(changed: WidgetConfig): Promise<void>;
  destroy(): void;
}
