import * as v from 'valibot';
import { attempt } from '../lib/attempt';
import type { Clock } from '../lib/clock';
import type { StorageArea } from '../lib/environment';
import { parseJson } from '../lib/json';
import { isHistoryKey, isIrreplaceableKey, isOutboxKey, STORAGE_PREFIX } from './storageKeys';

const entrySchema = v.object({ v: v.literal(1), value: v.unknown(), expiresAt: v.number() });

/**
 * Stores values with an expiry. Reading returns undefined for missing, expired or invalid values; writing never fails.
 */
export interface ExpiringStore {
  get<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | undefined;
  set(key: string, value: unknown, lifetimeMs: number): void;
  remove(key: string): void;
  move(from: string, to: string): void;
  /** Whether a key is in the shared storage, where other tabs see it. */
  isShared(key: string): boolean;
  keys(prefix: string): string[];
  /** Removes all keys with this prefix. */
  clear(prefix: string): void;
}

/** A value as it is stored, until a moment in milliseconds since the epoch. */
export function writeEntry(value: unknown, expiresAt: number): string {
  return JSON.stringify({ v: 1, value, expiresAt });
}

/** Prefix, in the tab's own storage, of entries that did not fit into the shared storage. */
const SPARE_PREFIX = `${STORAGE_PREFIX}spare:`;

/**
 * Stores values in a storage, or in memory if the storage is denied, full or undefined (contract 5.4). Our expired or
 * unreadable entries are removed on creation.
 *
 * The page's own data may fill the storage. Then the oldest sent messages are removed to make room for data that cannot
 * be fetched again; pending messages that still do not fit go to the tab's own storage, which has a separate quota.
 *
 * @param spare - the tab's own storage
 */
export function createExpiringStore(
  storage: StorageArea | undefined,
  clock: Clock,
  spare?: StorageArea,
): ExpiringStore {
  const memory = new Map<string, string>();
  purge(storage, clock);

  const readRaw = (key: string): string | null | undefined => memory.get(key) ?? attempt(() => storage?.getItem(key));

  const keys = (prefix: string): string[] => {
    const stored = attempt(() => listKeys(storage)) ?? [];
    return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
  };
  function forget(key: string): void {
    memory.delete(key);
    attempt(() => spare?.removeItem(SPARE_PREFIX + key));
  }
  function put(key: string, raw: string): void {
    if (write(storage, key, raw) || makeRoom(storage, clock, key, raw)) {
      forget(key);
      return;
    }
    memory.set(key, raw);
    if (isOutboxKey(key)) write(spare, SPARE_PREFIX + key, raw);
  }
  function remove(key: string): void {
    forget(key);
    attempt(() => storage?.removeItem(key));
  }
  for (const [key, raw] of readSpare(spare, clock)) put(key, raw);

  return {
    get(key, schema) {
      const entry = v.safeParse(entrySchema, parseJson(readRaw(key) ?? ''));
      if (!entry.success || entry.output.expiresAt <= clock.now()) return undefined;
      const value = v.safeParse(schema, entry.output.value);
      return value.success ? value.output : undefined;
    },
    set(key, value, lifetimeMs) {
      put(key, writeEntry(value, clock.now() + lifetimeMs));
    },
    remove,
    move(from, to) {
      for (const key of keys(from)) {
        const raw = readRaw(key);
        // Remove it first: a full storage has no room for both keys.
        remove(key);
        if (typeof raw === 'string') put(to + key.slice(from.length), raw);
      }
    },
    isShared: (key) => !memory.has(key) && typeof attempt(() => storage?.getItem(key)) === 'string',
    keys,
    clear(prefix) {
      for (const key of keys(prefix)) remove(key);
    },
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

/** Makes room in a full storage and writes the value. @returns whether it was written */
function makeRoom(storage: StorageArea | undefined, clock: Clock, key: string, raw: string): boolean {
  purge(storage, clock);
  if (write(storage, key, raw)) return true;
  if (!isIrreplaceableKey(key)) return false;
  const messages = readOldestFirst(storage);
  return messages.some((message) => {
    attempt(() => storage?.removeItem(message));
    return write(storage, key, raw);
  });
}

function readOldestFirst(storage: StorageArea | undefined): string[] {
  const schema = v.object({ value: v.object({ order: v.number() }), expiresAt: v.number() });
  const messages = (attempt(() => listKeys(storage)) ?? []).filter(isHistoryKey).map((key) => {
    const entry = v.safeParse(schema, parseJson(attempt(() => storage?.getItem(key)) ?? ''));
    return { key, order: 0, expiresAt: 0, ...(entry.success && { ...entry.output, ...entry.output.value }) };
  });
  messages.sort((first, second) => first.expiresAt - second.expiresAt || first.order - second.order);
  return messages.map(({ key }) => key);
}

function readSpare(spare: StorageArea | undefined, clock: Clock): [key: string, raw: string][] {
  purge(spare, clock);
  return (attempt(() => listKeys(spare)) ?? []).flatMap((name): [string, string][] => {
    const raw = name.startsWith(SPARE_PREFIX) ? attempt(() => spare?.getItem(name)) : undefined;
    return typeof raw === 'string' ? [[name.slice(SPARE_PREFIX.length), raw]] : [];
  });
}

function listKeys(storage: StorageArea | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index));
  return keys.filter((key) => typeof key === 'string');
}

/** Removes our entries that are expired or not JSON; entries of a newer format stay for the version that wrote them. */
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
