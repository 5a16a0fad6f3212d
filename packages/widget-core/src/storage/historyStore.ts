import * as v from 'valibot';
import { HISTORY_MAX_MESSAGES } from '../config/limits';
import { isPlaced, messageKey, messageSchema, withoutLocalAddresses, type Message } from '../api/message';
import type { ExpiringStore } from './expiringStore';
import type { StorageKeys } from './storageKeys';

/**
 * Maximum stored length of all messages, in characters: 512 KiB (contract 5.4), plus 160 characters per message for the
 * fields around its text.
 */
export const HISTORY_MAX_LENGTH = 512 * 1024 + HISTORY_MAX_MESSAGES * 160;

const keptSchema = v.object({ order: v.number(), message: messageSchema });
type Kept = Readonly<v.InferOutput<typeof keptSchema>>;

/**
 * Stores the messages of a conversation under one key each, so that a new one rewrites no other.
 *
 * @param lifetimeMs - how long messages are kept from now
 */
export function createHistoryStore(store: ExpiringStore, keys: StorageKeys, lifetimeMs: () => number) {
  let kept: ReadonlyMap<string, Kept> = new Map();

  function write(key: string, { order, message }: Kept): void {
    store.set(keys.message(key), { order, message: withoutLocalAddresses(message) }, lifetimeMs());
  }

  return {
    load() {
      kept = readEntries(store, keys, write);
      return [...kept.values()].map(({ message }) => message);
    },
    /** Writes what has changed since the last call, unless another tab has written it (`isWritten`). */
    save(messages: readonly Message[], isWritten = false) {
      const next = new Map<string, Kept>();
      let order = 0;
      for (const message of newest(messages)) {
        const known = kept.get(message.id);
        const isInPlace = known !== undefined && known.order > order;
        order = isInPlace ? known.order : order + 1;
        const entry = { message, order };
        if (!isWritten && (!isInPlace || known.message !== message)) write(message.id, entry);
        next.set(message.id, entry);
      }
      if (!isWritten) for (const key of kept.keys()) if (!next.has(key)) store.remove(keys.message(key));
      kept = next;
    },
    /** Extends the lifetime of the stored messages. */
    touch: (): void => {
      for (const [key, entry] of kept) write(key, entry);
    },
    clear() {
      kept = new Map();
      store.clear(keys.messages);
    },
  };
}

/**
 * The stored messages in order, by id, without duplicates.
 *
 * A visitor's message is stored under its first id until the server assigns another. An entry left under the first id
 * is a duplicate and is removed; an entry under a different key than its id is moved.
 */
function readEntries(
  store: ExpiringStore,
  keys: StorageKeys,
  write: (id: string, entry: Kept) => void,
): ReadonlyMap<string, Kept> {
  const stored = store
    .keys(keys.messages)
    .flatMap((name) => {
      const entry = store.get(name, keptSchema);
      return entry ? [{ name, ...entry }] : [];
    })
    .sort((first, second) => first.order - second.order);
  const renamed = new Set(stored.filter(({ message }) => isPlaced(message)).map(({ message }) => messageKey(message)));
  const entries = new Map<string, Kept>();
  for (const { name, ...entry } of stored) {
    const { id } = entry.message;
    const isCopy = renamed.has(id) || entries.has(id);
    if (!isCopy) entries.set(id, entry);
    if (isCopy || name !== keys.message(id)) store.remove(name);
    if (!isCopy && name !== keys.message(id)) write(id, entry);
  }
  return entries;
}

const lengths = new WeakMap<Message, number>();

function lengthOf(message: Message): number {
  const length = lengths.get(message) ?? JSON.stringify(withoutLocalAddresses(message)).length;
  lengths.set(message, length);
  return length;
}

function newest(messages: readonly Message[]): readonly Message[] {
  const recent = messages.slice(-HISTORY_MAX_MESSAGES);
  let room = HISTORY_MAX_LENGTH;
  const tooOld = recent.findLastIndex((message) => (room -= lengthOf(message)) < 0);
  return recent.slice(tooOld + 1);
}
