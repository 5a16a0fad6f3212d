import type { CancelTimer, Clock } from './clock';

/** The part of the browser's `Storage` that is used. Every method may throw: storage can be denied or full. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void;

/** How to wait for a lock. */
export interface LockOptions {
  /** Gives up waiting when aborted: the promise rejects with its reason. A lock already held is not taken away. */
  readonly signal?: AbortSignal;
  /** Takes the lock from whoever holds it. */
  readonly steal?: boolean;
}

/**
 * Locks shared by the tabs of one site, as an argument: one holder at a time, the others wait in order.
 *
 * Web Locks in the browser; a lease in storage where there are none (plain-http pages).
 */
export interface Locks {
  /**
   * Runs `action` while holding the lock and gives its result.
   *
   * @param action - its signal is aborted when another tab took the lock away
   */
  hold<Result>(name: string, action: (lost: AbortSignal) => Promise<Result>, options?: LockOptions): Promise<Result>;
}

/** A line to the other tabs of this site: what is posted arrives in every other tab, never in the own one. */
export interface TabChannel {
  /** Posts structured data. */
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Unsubscribe;
  close(): void;
}

/** Whether the browser believes it has a connection. Its "offline" is reliable, its "online" is a guess. */
export interface Connectivity {
  isOnline(): boolean;
  onChange(listener: (isOnline: boolean) => void): Unsubscribe;
}

/** Coming and going of the page the widget lives in. */
export interface PageLife {
  /** True while nobody can see the page: nothing needs to be drawn. */
  isHidden(): boolean;
  onVisibilityChange(listener: () => void): Unsubscribe;
  /** The page goes away, for good or into the back-forward cache: last chance to write. */
  onLeave(listener: () => void): Unsubscribe;
  /** The page came back from the back-forward cache. */
  onReturn(listener: () => void): Unsubscribe;
}

/**
 * The browser around a widget, as an argument. `browserEnvironment` gives the real one, `testing/fakeBrowser` one that
 * is controlled by a test.
 */
export interface WidgetEnvironment {
  readonly clock: Clock;
  /** Looked up at call time by `browserEnvironment`, so that a page's later patch of `fetch` is respected. */
  readonly fetch: typeof fetch;
  /**
   * Creates a request that reports the progress of an upload. Without it files are sent with `fetch`, which cannot
   * report it.
   */
  readonly createUpload?: () => XMLHttpRequest;
  /** Undefined when the browser denies it. */
  readonly localStorage: StorageArea | undefined;
  readonly sessionStorage: StorageArea | undefined;
  readonly locks: Locks;
  /** Undefined when tabs cannot reach each other here. */
  readonly openChannel: (name: string) => TabChannel | undefined;
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  /**
   * Calls back once before the next frame is drawn, and a little later where no frames are drawn (hidden tab, no
   * screen).
   */
  readonly onFrame: (callback: () => void) => CancelTimer;
  /** BCP 47 tags, the visitor's favourite first. */
  readonly languages: readonly string[];
  /** IANA name of the visitor's time zone. */
  readonly timeZone: string | undefined;
  readonly userAgent: string;
  /** Whether a CSS media query holds now. */
  readonly matchesMedia: (query: string) => boolean;
  /** Inner size of the window in CSS pixels. */
  readonly viewport: () => Readonly<Record<'width' | 'height', number>>;
  /** A sentence for the person who writes the page: a setting, block or message of theirs could not be used. */
  readonly warn: (message: string) => void;
}
