import type { CancelTimer, Clock } from './clock';

/** The used part of the browser's `Storage`. Every method may throw, because storage can be denied or full. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Ends a subscription. May be called repeatedly. */
export type Unsubscribe = () => void;

/** Options of `Locks.hold`. */
export interface LockOptions {
  /** Cancels waiting: the promise rejects with the signal's reason. A lock that is already held is kept. */
  readonly signal?: AbortSignal;
  /** Takes the lock from its current holder. */
  readonly steal?: boolean;
}

/**
 * Locks shared by the tabs of one site: one holder at a time, the others queue.
 *
 * Uses Web Locks, or leases in storage on plain-http pages, which have none.
 */
export interface Locks {
  /**
   * Runs `action` while holding the lock and returns its result.
   *
   * @param action - its signal is aborted if another tab takes the lock
   */
  hold<Result>(name: string, action: (lost: AbortSignal) => Promise<Result>, options?: LockOptions): Promise<Result>;
}

/** A channel to the other tabs of this site. Messages do not reach the posting tab. */
export interface TabChannel {
  /** Posts structured data. */
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Unsubscribe;
  close(): void;
}

/** The browser's connectivity. "Offline" is reliable, "online" is a guess. */
export interface Connectivity {
  isOnline(): boolean;
  onChange(listener: (isOnline: boolean) => void): Unsubscribe;
}

/** Visibility and unloading of the page that contains the widget. */
export interface PageLife {
  /** True while the page is not visible, so that rendering can pause. */
  isHidden(): boolean;
  onVisibilityChange(listener: () => void): Unsubscribe;
  /** The page is being closed or put into the back/forward cache: last chance to store data. */
  onLeave(listener: () => void): Unsubscribe;
  /** The page was restored from the back/forward cache. */
  onReturn(listener: () => void): Unsubscribe;
}

/**
 * The browser around a widget, passed as an argument. `browserEnvironment` returns the real one, `testing/fakeBrowser`
 * a controllable one for tests.
 */
export interface WidgetEnvironment {
  readonly clock: Clock;
  /** `browserEnvironment` looks it up at call time, because the page may replace `fetch` later. */
  readonly fetch: typeof fetch;
  /** Creates a request that reports upload progress. Without it, files are sent with `fetch`, which cannot. */
  readonly createUpload?: () => XMLHttpRequest;
  /** Undefined if the browser denies it. */
  readonly localStorage: StorageArea | undefined;
  readonly sessionStorage: StorageArea | undefined;
  readonly locks: Locks;
  /** Undefined if tabs cannot reach each other. */
  readonly openChannel: (name: string) => TabChannel | undefined;
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  /**
   * Calls back once before the next frame, or after a short delay if no frames are rendered (hidden tab, no screen).
   */
  readonly onFrame: (callback: () => void) => CancelTimer;
  /** BCP 47 tags, the visitor's preferred one first. */
  readonly languages: readonly string[];
  /** IANA name of the visitor's time zone. */
  readonly timeZone: string | undefined;
  readonly userAgent: string;
  /** Whether a CSS media query matches. */
  readonly matchesMedia: (query: string) => boolean;
  /** Inner size of the window in CSS pixels. */
  readonly viewport: () => Readonly<Record<'width' | 'height', number>>;
  /** Warns the page's developer of a setting, block or message that could not be used. */
  readonly warn: (message: string) => void;
}
