import type { CancelTimer } from '../lib/clock';
import type { Unsubscribe, WidgetEnvironment } from '../lib/environment';
import { createManualClock, type ManualClock } from './manualClock';
import { createMemoryChannels, type MemoryChannels } from './memoryChannels';
import { createMemoryLocks, type MemoryLocks } from './memoryLocks';
import { createMemoryStorage, type MemoryStorage } from './memoryStorage';

/** One visitor's browser with one site open in it, tab by tab. */
export interface FakeBrowser {
  readonly clock: ManualClock;
  readonly localStorage: MemoryStorage;
  readonly locks: MemoryLocks;
  readonly channels: MemoryChannels;
  openTab(): FakeTab;
  /** Tells every tab that the connection is gone or back. */
  setOnline(isOnline: boolean): void;
}

/** One tab: its page can be reloaded, hidden and left. */
export interface FakeTab {
  readonly environment: WidgetEnvironment;
  readonly sessionStorage: MemoryStorage;
  /** `pagehide`. */
  leave(): void;
  /** `pageshow` from the back-forward cache. */
  comeBack(): void;
  setHidden(isHidden: boolean): void;
  /** How many listeners of the page and the connection are registered. */
  listeners(): number;
}

/** How long a frame takes in a fake browser, in milliseconds. */
export const FRAME_MS = 16;

/** @param fetch - whatever answers, usually a fake server's */
export function createFakeBrowser(fetch: typeof globalThis.fetch, clock = createManualClock()): FakeBrowser {
  const localStorage = createMemoryStorage();
  const locks = createMemoryLocks();
  const channels = createMemoryChannels();
  const onlineListeners = new Set<(isOnline: boolean) => void>();
  let isOnline = true;

  return {
    clock,
    localStorage,
    locks,
    channels,
    setOnline(next) {
      isOnline = next;
      for (const listener of [...onlineListeners]) listener(next);
    },
    openTab() {
      const sessionStorage = createMemoryStorage();
      const leaving = new Set<() => void>();
      const returning = new Set<() => void>();
      const visibility = new Set<() => void>();
      let isHidden = false;
      const own = new Set<unknown>();
      const add = <Listener>(listeners: Set<Listener>, listener: Listener): Unsubscribe => {
        listeners.add(listener);
        own.add(listener);
        return () => {
          listeners.delete(listener);
          own.delete(listener);
        };
      };
      const environment: WidgetEnvironment = {
        clock,
        fetch: (input, init) => (isOnline ? fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'))),
        localStorage: localStorage.tab(),
        sessionStorage: sessionStorage.tab(),
        locks,
        openChannel: channels.open,
        connectivity: { isOnline: () => isOnline, onChange: (listener) => add(onlineListeners, listener) },
        page: {
          isHidden: () => isHidden,
          onVisibilityChange: (listener) => add(visibility, listener),
          onLeave: (listener) => add(leaving, listener),
          onReturn: (listener) => add(returning, listener),
        },
        onFrame: (callback): CancelTimer => clock.setTimer(callback, isHidden ? 250 : FRAME_MS),
        languages: ['en'],
        timeZone: 'UTC',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
        matchesMedia: () => false,
        viewport: () => ({ width: 1280, height: 800 }),
        warn: () => undefined,
      };
      return {
        environment,
        sessionStorage,
        leave() {
          for (const listener of [...leaving]) listener();
        },
        comeBack() {
          for (const listener of [...returning]) listener();
        },
        setHidden(next) {
          isHidden = next;
          for (const listener of [...visibility]) listener();
        },
        listeners: () => own.size,
      };
    },
  };
}
