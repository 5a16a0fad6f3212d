import type { StorageArea, Unsubscribe } from '../lib/environment';

/** One site's storage, seen by several tabs. */
export interface MemoryStorage {
  /** The storage as one tab sees it: its own writes are told to the others, never to itself. */
  tab(): StorageArea & { onChange(listener: (key: string | null, value: string | null) => void): Unsubscribe };
  /** What is stored. */
  readonly entries: Map<string, string>;
  /** From now on every write throws, or every write that would make it hold more than so many entries. */
  fill(entries?: number): void;
  /** From now on writes succeed again. */
  free(): void;
  /** From now on everything throws. */
  deny(): void;
  /** How many writes succeeded. */
  writes(): number;
}

/** A storage that behaves: it can be full, denied, and tells other tabs of changes. */
export function createMemoryStorage(): MemoryStorage {
  const entries = new Map<string, string>();
  const tabs = new Set<Set<(key: string | null, value: string | null) => void>>();
  let room = Infinity;
  let isDenied = false;
  let writes = 0;
  const guard = (): void => {
    if (isDenied) throw new DOMException('denied', 'SecurityError');
  };

  return {
    entries,
    fill: (size = -1) => (room = size),
    free: () => (room = Infinity),
    deny: () => (isDenied = true),
    writes: () => writes,
    tab() {
      const listeners = new Set<(key: string | null, value: string | null) => void>();
      tabs.add(listeners);
      const notify = (key: string, value: string | null): void => {
        for (const others of tabs)
          if (others !== listeners)
            for (const listener of others)
              queueMicrotask(() => {
                listener(key, value);
              });
      };
      return {
        get length() {
          guard();
          return entries.size;
        },
        key(index) {
          guard();
          return [...entries.keys()][index] ?? null;
        },
        getItem(key) {
          guard();
          return entries.get(key) ?? null;
        },
        setItem(key, value) {
          guard();
          if (room < 0 || (!entries.has(key) && entries.size >= room))
            throw new DOMException('full', 'QuotaExceededError');
          writes += 1;
          entries.set(key, value);
          notify(key, value);
        },
        removeItem(key) {
          guard();
          if (entries.delete(key)) notify(key, null);
        },
        onChange(listener) {
          listeners.add(listener);
          return () => {
            listeners.delete(listener);
          };
        },
      };
    },
  };
}
