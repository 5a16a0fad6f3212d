import { attempt } from './attempt';
import { systemClock } from './clock';
import type { Locks, StorageArea, TabChannel, Unsubscribe, WidgetEnvironment } from './environment';
import { createFrameScheduler } from './frames';
import { createWebLocks } from './locks';

/**
 * Creates the environment of a real browser. It accesses nothing until the widget does, and silently replaces what the
 * browser lacks or denies (contract 5.3 to 5.5).
 */
export function browserEnvironment(window: Window & typeof globalThis): WidgetEnvironment {
  const { document, navigator } = window;
  const clock = systemClock;
  const localStorage = readBrowserStorage(window, 'localStorage');
  const locks = attempt(() => navigator.locks as LockManager | undefined);
  const isHidden = (): boolean => document.visibilityState === 'hidden';

  return {
    clock,
    fetch: (input, init) => window.fetch(input, init),
    createUpload: () => new window.XMLHttpRequest(),
    localStorage,
    sessionStorage: readBrowserStorage(window, 'sessionStorage'),
    locks: locks ? createWebLocks(locks) : lateLeaseLocks(localStorage),
    openChannel: (name) => openLine(window, name, localStorage),
    connectivity: {
      isOnline: () => navigator.onLine !== false,
      onChange: (listener) => listenToConnection(window, listener),
    },
    page: {
      isHidden,
      onVisibilityChange: (listener) => {
        document.addEventListener('visibilitychange', listener);
        return () => {
          document.removeEventListener('visibilitychange', listener);
        };
      },
      onLeave: (listener) => listen(window, 'pagehide', listener),
      onReturn: (listener) =>
        listen(window, 'pageshow', (event) => {
          if (event.persisted) listener();
        }),
    },
    onFrame: createFrameScheduler(clock, isHidden, {
      request: (callback) => window.requestAnimationFrame(callback),
      cancel: (id) => {
        window.cancelAnimationFrame(id);
      },
    }),
    languages: [...((navigator.languages as readonly string[] | undefined) ?? [navigator.language])],
    timeZone: attempt(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    userAgent: navigator.userAgent,
    matchesMedia: (query) => attempt(() => window.matchMedia(query).matches) ?? false,
    viewport: () => ({ width: window.innerWidth, height: window.innerHeight }),
    warn: (message) => {
      window.console.warn(`[sotto] ${message}`);
    },
  };
}

/** Only old browsers and pages without HTTPS lack Web Locks. */
function lateLeaseLocks(localStorage: StorageArea | undefined): Locks {
  return {
    hold: async (...request) => {
      const { createLeaseLocks } = await import('./leaseLocks');
      return createLeaseLocks(localStorage, systemClock).hold(...request);
    },
  };
}

function listenToConnection(window: Window, listener: (isOnline: boolean) => void): Unsubscribe {
  const offs = [
    listen(window, 'online', () => {
      listener(true);
    }),
    listen(window, 'offline', () => {
      listener(false);
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

/**
 * Opens a channel to the other tabs. Tabs without shared storage have separate sessions, so a channel between them
 * would mix two conversations.
 */
function openLine(
  window: Window & typeof globalThis,
  name: string,
  localStorage: StorageArea | undefined,
): TabChannel | undefined {
  const channel = localStorage && attempt(() => new window.BroadcastChannel(name));
  return (
    channel && {
      post(message) {
        attempt(() => {
          channel.postMessage(message);
        });
      },
      onMessage(listener) {
        const onMessage = (event: MessageEvent): void => {
          listener(event.data);
        };
        channel.addEventListener('message', onMessage);
        return () => {
          channel.removeEventListener('message', onMessage);
        };
      },
      close() {
        channel.close();
      },
    }
  );
}

function listen<Name extends keyof WindowEventMap>(
  window: Window,
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
): Unsubscribe {
  window.addEventListener(name, listener);
  return () => {
    window.removeEventListener(name, listener);
  };
}

/**
 * Returns a storage of the window, or undefined if the browser denies it, in which case reading the property may throw.
 */
function readBrowserStorage(window: Window, name: 'localStorage' | 'sessionStorage'): StorageArea | undefined {
  return attempt(() => {
    const storage = window[name] as Storage | null;
    storage?.getItem('sotto:');
    return storage ?? undefined;
  });
}
