import type { PageLife, StorageArea, TabChannel, Widget, WidgetEnvironment } from '@sotto/widget-core';

/**
 * A browser environment that stores nothing until the visitor consents; a chunk of its own, because most pages obtain
 * consent elsewhere or not at all.
 */
export interface HeldBack {
  readonly environment: WidgetEnvironment;
  readonly isGranted: () => boolean;
  /**
   * Starts storing, including everything kept in memory so far, so the running chat is not lost. A chat without a
   * conversation continues the stored one.
   */
  grant(): void;
}

/**
 * Keeps in memory what would otherwise be stored in the browser. Until consent is granted, tabs exchange no messages,
 * because they share no data.
 *
 * A reply that is being streamed when consent is granted is finished first, because not every backend can resume one.
 * If another conversation is already stored under the same name, this one stays in memory: their messages would be
 * mixed.
 */
export function holdBack(environment: WidgetEnvironment): HeldBack {
  const local = createGate(environment.localStorage);
  const tab = createGate(environment.sessionStorage);
  let isHeld = true;
  let isGranted = false;
  const opening = new Set<() => void>();
  /** Waits for each lock, and releases it once the work that started without it has finished. */
  const locking = new Set<() => void>();
  const streams = new Set<Promise<unknown>>();
  const page = followPage(environment.page);
  /** A channel that exists from the start and works once consent is granted. */
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
      // Before storage: the locks that other tabs need are listed there.
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
      // Nothing is shared with other tabs, so no lock is needed, and requesting one may write to storage.
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

/** Notifies the widget that its page is left and returned to. On return it reads storage again. */
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

/** Whether another conversation than the one in memory is stored under the same name. */
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
 * Consent was withdrawn: deletes everything this widget has stored in this browser, in every tab, and reloads.
 *
 * @param start - reloads the page
 */
export async function forget(
  widget: Pick<Widget, 'integration' | 'logout' | 'close'>,
  { localStorage, sessionStorage, onFrame }: Pick<WidgetEnvironment, 'localStorage' | 'sessionStorage' | 'onFrame'>,
  start: () => void,
): Promise<void> {
  await widget.logout();
  // The new frame notifies the page that its messages are gone; once closed, this widget could not.
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
      // Denied: the values stay in memory.
      if (!storage || isOpen) return;
      isOpen = true;
      for (const [key, value] of memory) {
        try {
          storage.setItem(key, value);
        } catch {
          // Full: this value is lost on reload, and the chat continues.
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
