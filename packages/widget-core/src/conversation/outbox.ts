import * as v from 'valibot';
import type { ErrorCode } from '../errors';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES, type StorageKeys } from '../storage/storageKeys';
import { idSchema, messageSchema } from '../api/message';
import { completeRequestSchema } from '../api/requests';
import { withoutLocalAddresses } from './localAddresses';

const outboxEntrySchema = v.object({
  /** Client id of the send, sortable by time: message id and idempotency key at once. */
  id: idSchema,
  /** Place in the queue. */
  order: v.number(),
  /** What is shown; absent when the bot is only asked to go on. */
  message: v.optional(messageSchema),
  /** Render key of the message that wants an answer, when it is not `message`. */
  answers: v.optional(idSchema),
  /** Id of the message, or of the reply, whose place it takes. */
  replaces: v.optional(idSchema),
  respond: v.boolean(),
  /** The body as it was sent first: a repetition must be equal to be recognised. */
  body: v.optional(completeRequestSchema),
  /** Its request may have left before, from here or from a page that is gone. */
  tried: v.optional(v.boolean()),
  /** Given up; goes out again only when the visitor asks. */
  failure: v.optional(v.object({ code: v.custom<ErrorCode>((value) => typeof value === 'string'), message: v.string() })),
});

/** Something that waits to be sent. It leaves the outbox when the server has said that it has it. */
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>;

/** What waits for a connection, in storage: shared by the tabs, alive after a reload. */
export interface Outbox {
  /** In the order they were written. */
  list(): OutboxEntry[];
  /** Puts something at the end of the queue. */
  add(entry: Omit<OutboxEntry, 'order'>): void;
  /** Changes an entry where it stands; one that was taken back stays away. */
  put(entry: OutboxEntry): void;
  remove(id: string): void;
  clear(): void;
}

/** @see Outbox */
export function createOutbox(store: ExpiringStore, keys: StorageKeys): Outbox {
  const list = (): OutboxEntry[] =>
    store
      .keys(keys.outbox)
      .map((key) => store.get(key, outboxEntrySchema))
      .filter((entry) => entry !== undefined)
      .sort((first, second) => first.order - second.order || (first.id < second.id ? -1 : 1));
  const write = (entry: OutboxEntry): void => {
    store.set(keys.outboxEntry(entry.id), { ...entry, ...(entry.message && { message: withoutLocalAddresses(entry.message) }) }, LIFETIMES.outbox);
  };

  return {
    list,
    add(entry) {
      write({ ...entry, order: (list().at(-1)?.order ?? 0) + 1 });
    },
    put(entry) {
      if (store.get(keys.outboxEntry(entry.id), outboxEntrySchema)) write(entry);
    },
    remove(id) {
      store.remove(keys.outboxEntry(id));
    },
    clear() {
      for (const key of store.keys(keys.outbox)) store.remove(key);
    },
  };
}
