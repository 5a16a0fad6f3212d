import * as v from 'valibot';
import { attempt } from '../lib/attempt';
import type { Clock } from '../lib/clock';
import type { StorageArea } from '../lib/environment';
import { parseJson } from '../lib/json';
import { STORAGE_PREFIX } from './storageKeys';

const entrySchema = v.object({ v: v.literal(1), value: v.unknown(), expiresAt: v.number() });

/**
 * Values that end. Reading gives undefined for what is missing, over, unreadable or of another shape; writing never
 * fails.
 */
export interface ExpiringStore {
  get<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | undefined;
  set(key: string, value: unknown, lifetimeMs: number): void;
  remove(key: string): void;
  /** Gives every entry whose key begins with `from` a key that begins with `to`. */
  move(from: string, to: string): void;
  /** Whether a key is in the storage itself, where other tabs see it. */
  isShared(key: string): boolean;
  /** Keys that begin so, in no order. */
  keys(prefix: string): string[];
}

/**
 * Keeps values in a storage, and in memory what the storage does not take: it may be denied, full or undefined
 * (contract 5.4). Entries of ours that are over or unreadable are removed when the store is made.
 */
export function createExpiringStore(storage: StorageArea | undefined, clock: Clock): ExpiringStore {
  const memory = new Map<string, string>();
  purge(storage, clock);

  const readRaw = (key: string): string | null | undefined => memory.get(key) ?? attempt(() => storage?.getItem(key));

  const keys = (prefix: string): string[] => {
    const stored = attempt(() => listKeys(storage)) ?? [];
    return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
  };
  function put(key: string, raw: string): void {
    if (write(storage, key, raw)) {
      memory.delete(key);
      return;
    }
    purge(storage, clock);
    if (write(storage, key, raw)) memory.delete(key);
    else memory.set(key, raw);
  }
  function remove(key: string): void {
    memory.delete(key);
    attempt(() => storage?.removeItem(key));
  }

  return {
    get(key, schema) {
      const entry = v.safeParse(entrySchema, parseJson(readRaw(key) ?? ''));
      if (!entry.success || entry.output.expiresAt <= clock.now()) return undefined;
      const value = v.safeParse(schema, entry.output.value);
      return value.success ? value.output : undefined;
    },
    set(key, value, lifetimeMs) {
      put(key, JSON.stringify({ v: 1, value, expiresAt: clock.now() + lifetimeMs }));
    },
    remove,
    move(from, to) {
      for (const key of keys(from)) {
        const raw = readRaw(key);
        // Taken away first: a full storage has room for it once.
        remove(key);
        if (typeof raw === 'string') put(to + key.slice(from.length), raw);
      }
    },
    isShared: (key) => !memory.has(key) && typeof attempt(() => storage?.getItem(key)) === 'string',
    keys,
  };
}

function write(storage: StorageArea | undefined, key: string, raw: string): boolean {
  return (
    attempt(() => {
      storage?.setItem(key, raw);
      return storage !== undefined;
    }) ?? false
  );
}

function listKeys(storage: StorageArea | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index));
  return keys.filter((key) => typeof key === 'string');
}

/**
 * Removes every entry of ours that is over or no JSON; entries of a later form stay for the version that wrote them.
 */
function purge(storage: StorageArea | undefined, clock: Clock): void {
  attempt(() => {
    for (const key of listKeys(storage)) {
      if (!key.startsWith(STORAGE_PREFIX)) continue;
      const parsed = parseJson(storage?.getItem(key) ?? '');
      const entry = v.safeParse(entrySchema, parsed);
      if (parsed === undefined || (entry.success && entry.output.expiresAt <= clock.now())) storage?.removeItem(key);
    }
  });
}
