import type { Clock } from '../lib/clock';

/** Storage of conversations: texts by key. Redis, a key-value store of a host, or a table with two columns. */
export interface HandlerStore {
  get(key: string): Promise<string | undefined>;
  /** @param lifetimeMs - milliseconds after which the entry may be removed */
  set(key: string, value: string, lifetimeMs: number): Promise<void>;
}

/** Maximum number of conversations in memory; above it the least recently used one is removed. */
const MOST_KEPT = 10_000;

/** Stores conversations in the memory of this process. @default of a handler */
export function createMemoryStore(clock: Clock): HandlerStore {
  const kept = new Map<string, { value: string; expiresAt: number }>();
  return {
    async get(key) {
      const known = kept.get(key);
      return known && known.expiresAt > clock.now() ? known.value : undefined;
    },
    async set(key, value, lifetimeMs) {
      kept.delete(key);
      kept.set(key, { value, expiresAt: clock.now() + lifetimeMs });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}
