import * as v from 'valibot';
import type { ErrorCode } from '../errors';
import { idSchema, messageSchema, withoutLocalAddresses } from '../api/message';
import { completeRequestSchema } from '../api/requests';
import type { ExpiringStore } from './expiringStore';
import { LIFETIMES, type StorageKeys } from './storageKeys';

/** Why a message was not sent. */
export const failureEntries = {
  code: v.custom<ErrorCode>((value) => typeof value === 'string'),
  message: v.string(),
  /** Earliest useful time of a retry, in milliseconds since 1970. */
  retryAt: v.optional(v.number()),
};

const outboxEntrySchema = v.object({
  /** Client-made id, sortable by time; also the message id and idempotency key. */
  id: idSchema,
  order: v.number(),
  /** The shown message; absent for a request for a reply. */
  message: v.optional(messageSchema),
  /** Render key of the message to answer, if it is not `message`. */
  answers: v.optional(idSchema),
  /** Id of the message or reply it replaces. */
  replaces: v.optional(idSchema),
  /** Id of the reply to continue. */
  continues: v.optional(idSchema),
  respond: v.boolean(),
  /** The body of the first request: a retry must be identical to be recognized. */
  body: v.optional(completeRequestSchema),
  /** Number of requests made for it so far, including those of closed pages. */
  attempt: v.optional(v.number(), 0),
  /** Sending failed; sent again only when the visitor retries. */
  failure: v.optional(v.object(failureEntries)),
});

/** A pending send. It is removed from the outbox once the server has confirmed it. */
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>;

export type Outbox = Readonly<ReturnType<typeof createOutbox>>;

/** Stores pending sends across reloads, shared by the tabs. */
export function createOutbox(store: ExpiringStore, keys: StorageKeys) {
  const read = (id: string): OutboxEntry | undefined => store.get(keys.outboxEntry(id), outboxEntrySchema);
  const write = (entry: OutboxEntry): void => {
    store.set(
      keys.outboxEntry(entry.id),
      { ...entry, ...(entry.message && { message: withoutLocalAddresses(entry.message) }) },
      LIFETIMES.outbox,
    );
  };

  return {
    list: () =>
      store
        .keys(keys.outbox)
        .map((key) => store.get(key, outboxEntrySchema))
        .filter((entry) => entry !== undefined),
    has: (id: string): boolean => read(id) !== undefined,
    add: write,
    /** Updates an entry unless it was withdrawn. Another tab's progress with it is kept. */
    put(entry: OutboxEntry) {
      const stored = read(entry.id);
      if (stored)
        write({
          ...entry,
          body: entry.body ?? stored.body,
          attempt: Math.max(entry.attempt, stored.attempt),
        });
    },
    remove(id: string) {
      store.remove(keys.outboxEntry(id));
    },
    clear() {
      store.clear(keys.outbox);
    },
  };
}
