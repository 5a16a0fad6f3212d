import { webkit, type BrowserContext, type Page } from 'playwright-core';

// The parts of Playwright's inside (the pinned version's) that are given hands of WebDriver. It can speak to the
// inspector of a WebKit that nobody patched, made
// for web views of phones: there it has one window, which nobody can open, close or resize, and no real input.

/** What ends an action in time; passed on as it comes. */
export type Progress = object;

export interface KeyDescription {
  readonly key: string;
}

interface Frame {
  mainContext(): Promise<{ evaluate(run: (argument: string) => unknown, argument: string): Promise<unknown> }>;
}

export interface PageImplementation {
  readonly delegate: PageDelegate;
  reportAsNew(opener: PageImplementation | undefined, error?: Error): Promise<void>;
  needsRequestInterception(): boolean;
  readonly browserContext: { readonly requestInterceptors: readonly unknown[] };
  emulatedSize(): { readonly viewport: { readonly width: number; readonly height: number } } | undefined;
}

/** The inspector of the process that a page is in. */
export interface Session {
  send(method: string, parameters?: object): Promise<unknown>;
  sendMayFail(method: string, parameters?: object): Promise<unknown>;
  readonly connection: { close(): void };
}

/** A page at its engine (`WVPage`). */
export interface PageDelegate {
  readonly _page: PageImplementation;
  readonly rawKeyboard: object;
  readonly rawMouse: object;
  readonly _session: Session;
  /** What scripts can be run in, by the inspector's numbers. */
  readonly _contextIdToContext: ReadonlyMap<number, unknown>;
  _initializeSession(session: Session, isProvisional: boolean, onFrames: unknown): Promise<void>;
  _setSession(session: Session): void;
  _handleFrameTree(frameTree: object): void;
  updateRequestInterception(): Promise<void>;
  deepestFocusedFrame(progress: Progress): Promise<Frame>;
  updateEmulateMedia(): Promise<void>;
  _calculateBootstrapScript(): string;
}

/** A way to a page, as Playwright takes it. */
export interface Transport {
  open?(): void;
  send(message: object): void;
  close(): void;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
}

/** A context at its engine (`WVBrowserContext`). */
export interface ContextImplementation {
  _options: object;
  readonly _browser: {
    readonly _tabs: Map<string, { readonly page: PageDelegate }>;
    _attachTab(id: string, transport: Transport): Promise<void>;
  };
}

/** Looks behind the client's object. */
export function insideOf(client: BrowserContext): ContextImplementation;
export function insideOf(client: Page): PageImplementation;
export function insideOf(client: BrowserContext | Page): unknown {
  const { _connection } = webkit as unknown as { _connection: { toImpl(object: unknown): unknown } };
  return _connection.toImpl(client);
}
