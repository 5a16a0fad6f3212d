import type { PageLife, StorageArea, TabChannel, Widget, WidgetEnvironment } from '@sotto/widget-core';

/**
 * A browser environment that stores nothing until the visitor consents; a chunk of its own, because most pages obtain
 * consent elsewhere or not at all.
 */
export interface HeldBack {
  readonly environment: WidgetEnvironment;
  readonly isGranted: () => boolean;
  /**
   * From now on things are kept, and what has been kept in memory goes along: the running chat is not lost. A chat
   * without a conversation continues the one that is stored.
   */
  grant(): void;
}

/**
 * Keeps in memory what would go to the browser's storages. Messages of other tabs are neither sent nor received until
 * then, because the tabs share nothing.
 *
 * A reply that is written when consent is granted is read to its end first: not every backend can resume one. And a
 * conversation stays in memory while another one is stored under its name: the messages of both would be mixed.
 */
export function holdBack(environment: WidgetEnvironment): HeldBack {
  const local = createGate(environment.localStorage);
  const tab = createGate(environment.sessionStorage);
  let isHeld = true;
  let isGranted = false;
  const opening = new Set<() => void>();
  /** Each waits for its lock, and lets go of it when the work is done that began without it. */
  const locking = new Set<() => void>();
  const streams = new Set<Promise<unknown>>();
  const page = followPage(environment.page);
  /** A line that exists at once and works from the grant on. */
  function openLater(name: string): TabChannel {
    const listeners = new Set<(message: unknown) => void>();
    let channel: TabChannel | undefined;
    const open = (): void => {
      channel = environment.openChannel(name);
      for (const listener of listeners) channel?.onMessage(listener);
    };
    opening.add(open);
    return {
      post: (message) => channel?.post(message),
      onMessage(listener) {
        listeners.add(listener);
        const stop = channel?.onMessage(listener);
        return () => {
          listeners.delete(listener);
          stop?.();
        };
      },
      close() {
        opening.delete(open);
        channel?.close();
      },
    };
  }
  function share(): void {
    if (!isHeld || !isGranted || streams.size > 0 || isOtherStored(environment, local.area)) return;
    page.interrupt(() => {
      isHeld = false;
      // Before the storage, by which other tabs learn what there is to lock.
      for (const lock of locking) lock();
      local.open();
      tab.open();
      for (const open of opening) open();
    });
  }
  return {
    isGranted: () => isGranted,
    environment: {
      ...environment,
      localStorage: local.area,
      sessionStorage: tab.area,
      page: page.life,
      openChannel: (name) => (isHeld ? openLater(name) : environment.openChannel(name)),
      // Nothing is shared with other tabs, so no lock is needed; real locks may be written into storage.
      locks: {
        hold(name, action, options) {
          if (!isHeld) return environment.locks.hold(name, action, options);
          const lost = new AbortController();
          const work = action(lost.signal);
          const lock = (): void => {
            const untilDone = (isLost: AbortSignal): Promise<unknown> => {
              isLost.addEventListener('abort', () => {
                lost.abort();
              });
              return work;
            };
            environment.locks.hold(name, untilDone).catch(() => undefined);
          };
          locking.add(lock);
          if (name.startsWith('sotto:stream:')) streams.add(work);
          const done = (): void => {
            locking.delete(lock);
            if (streams.delete(work)) share();
          };
          work.then(done, done);
          return work;
        },
      },
    },
    grant() {
      isGranted = true;
      share();
    },
  };
}

/** Lets the widget leave its page and return to it at any time: returning, it reads what is stored. */
function followPage(page: PageLife): { readonly life: PageLife; readonly interrupt: (between: () => void) => void } {
  const leaving = new Set<() => void>();
  const returning = new Set<() => void>();
  let isLeft = false;
  page.onLeave(() => {
    isLeft = true;
  });
  page.onReturn(() => {
    isLeft = false;
  });
  const follow =
    (listeners: Set<() => void>, listen: PageLife['onLeave']): PageLife['onLeave'] =>
    (listener) => {
      listeners.add(listener);
      const stop = listen(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    };
  return {
    life: {
      ...page,
      onLeave: follow(leaving, (listener) => page.onLeave(listener)),
      onReturn: follow(returning, (listener) => page.onReturn(listener)),
    },
    interrupt(between) {
      if (!isLeft) for (const leave of leaving) leave();
      between();
      if (!isLeft) for (const comeBack of returning) comeBack();
    },
  };
}

/** Whether the browser stores another conversation than the one in memory, under the same name. */
function isOtherStored({ localStorage, clock }: WidgetEnvironment, memory: StorageArea): boolean {
  return listKeys(memory).some((key) => {
    const stored = key.endsWith(':session') ? readConversation(localStorage, key, clock.now()) : undefined;
    return stored !== undefined && stored !== readConversation(memory, key, 0);
  });
}

function readConversation(area: StorageArea | undefined, key: string, now: number): string | undefined {
  try {
    const { value, expiresAt } = JSON.parse(area?.getItem(key) ?? '') as {
      readonly value: { readonly conversationId: string };
      readonly expiresAt: number;
    };
    return expiresAt > now ? value.conversationId : undefined;
  } catch {
    return undefined;
  }
}

/** Applies the consent state that the host page sends while the chat runs. */
export type FollowConsent = (
  changes: unknown,
  widget: Widget,
  browser: WidgetEnvironment,
  given: { readonly heldBack: HeldBack | undefined } | undefined,
) => void;

export const followConsent: FollowConsent = (changes, widget, browser, given) => {
  const { consent } = changes as { consent?: unknown };
  if (consent === 'granted') given?.heldBack?.grant();
  else if (consent === 'wait' && (given?.heldBack?.isGranted() ?? true))
    void forget(widget, browser, () => {
      location.reload();
    });
};

/**
 * The visitor has changed their mind: what this widget kept in this browser goes, in every tab, and the page starts
 * again.
 *
 * @param start - loads the page anew
 */
export async function forget(
  widget: Pick<Widget, 'integration' | 'logout' | 'close'>,
  { localStorage, sessionStorage, onFrame }: Pick<WidgetEnvironment, 'localStorage' | 'sessionStorage' | 'onFrame'>,
  start: () => void,
): Promise<void> {
  await widget.logout();
  // With the next frame the widget notifies the page that its messages are gone; once closed it would not.
  await new Promise<void>((resolve) => {
    onFrame(resolve);
  });
  widget.close();
  const isOurs = new RegExp(`^sotto:(?:[a-z]+:)?${widget.integration.integrationId}:`);
  for (const area of [localStorage, sessionStorage]) {
    for (const key of listKeys(area)) if (isOurs.test(key)) area?.removeItem(key);
  }
  start();
}

function createGate(storage: StorageArea | undefined): { readonly area: StorageArea; readonly open: () => void } {
  const memory = new Map<string, string>();
  let isOpen = false;
  const area: StorageArea = {
    get length() {
      return isOpen ? (storage?.length ?? 0) : memory.size;
    },
    key: (index) => (isOpen ? (storage?.key(index) ?? null) : ([...memory.keys()][index] ?? null)),
    getItem: (key) => (isOpen ? (storage?.getItem(key) ?? null) : (memory.get(key) ?? null)),
    setItem(key, value) {
      if (isOpen && storage) storage.setItem(key, value);
      else memory.set(key, value);
    },
    removeItem(key) {
      if (isOpen) storage?.removeItem(key);
      else memory.delete(key);
    },
  };
  return {
    area,
    open() {
      // Denied: what has been kept stays in memory.
      if (!storage || isOpen) return;
      isOpen = true;
      for (const [key, value] of memory) {
        try {
          storage.setItem(key, value);
        } catch {
          // Full: this value is lost at the next load, the chat goes on.
        }
      }
      memory.clear();
    },
  };
}

function listKeys(area: StorageArea | undefined): string[] {
  return Array.from({ length: area?.length ?? 0 }, (_, index) => area?.key(index)).filter(
    (key) => typeof key === 'string',
  );
}
