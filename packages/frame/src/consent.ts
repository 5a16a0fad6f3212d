import type { StorageArea, Widget, WidgetEnvironment } from '@sotto/widget-core';

/**
 * A browser in which nothing is kept until the visitor agrees; a part of its own, because most pages ask elsewhere or
 * not at all.
 */
export interface HeldBack {
  readonly environment: WidgetEnvironment;
  /** Whether it is still so. */
  readonly isHeld: () => boolean;
  /** From now on things are kept, and what has been kept in memory goes along: the running chat is not lost. */
  grant(): void;
}

/**
 * Keeps in memory what the browser's storages would get; other tabs are not told, because they could not share it
 * either.
 */
export function holdBack(environment: WidgetEnvironment): HeldBack {
  const local = createGate(environment.localStorage);
  const tab = createGate(environment.sessionStorage);
  let isHeld = true;
  return {
    isHeld: () => isHeld,
    environment: {
      ...environment,
      localStorage: local.area,
      sessionStorage: tab.area,
      openChannel: () => undefined,
      // Nothing is shared with another tab, so there is nobody to lock out; locks may be written into storage.
      locks: { hold: (_name, action) => action(new AbortController().signal) },
    },
    grant() {
      isHeld = false;
      local.open();
      tab.open();
    },
  };
}

/** Does what the host page says about the visitor's consent while the chat runs. */
export function followConsent(
  changes: unknown,
  widget: Widget,
  browser: WidgetEnvironment,
  given: { readonly environment: WidgetEnvironment; readonly heldBack: HeldBack | undefined } | undefined,
): void {
  const { consent } = changes as { consent?: unknown };
  if (consent === 'granted') given?.heldBack?.grant();
  else if (consent === 'wait' && !given?.heldBack?.isHeld())
    void forget(widget, given?.environment ?? browser, () => {
      location.reload();
    });
}

/**
 * The visitor has changed their mind: what this widget kept in this browser goes, in every tab, and the page starts
 * again.
 *
 * @param start - loads the page anew
 */
export async function forget(
  widget: Pick<Widget, 'integration' | 'logout' | 'close'>,
  { localStorage, sessionStorage }: Pick<WidgetEnvironment, 'localStorage' | 'sessionStorage'>,
  start: () => void,
): Promise<void> {
  await widget.logout();
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
