import * as v from 'valibot';
import type { ErrorCode } from '../errors';
import { idSchema, messageSchema, withoutLocalAddresses } from '../api/message';
import { completeRequestSchema } from '../api/requests';
import type { ExpiringStore } from './expiringStore';
import { LIFETIMES, type StorageKeys } from './storageKeys';

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
  /** Id of the reply whose rest is wanted. */
  continues: v.optional(idSchema),
  respond: v.boolean(),
  /** The body as it was sent first: a repetition must be equal to be recognised. */
  body: v.optional(completeRequestSchema),
  /** How often its request left, from here or from a page that is gone. */
  attempt: v.optional(v.number()),
  /** Written before attempts were counted. */
  tried: v.optional(v.boolean()),
  /** Given up; goes out again only when the visitor asks. */
  failure: v.optional(
    v.object({
      code: v.custom<ErrorCode>((value) => typeof value === 'string'),
      message: v.string(),
      retryAt: v.optional(v.number()),
    }),
  ),
});

/** Something that waits to be sent. It leaves the outbox when the server has confirmed it. */
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>;

/** What waits to be sent, in storage: shared by the tabs, alive after a reload. */
export interface Outbox {
  readonly list: () => OutboxEntry[];
  readonly has: (id: string) => boolean;
  readonly add: (entry: OutboxEntry) => void;
  /** Changes an entry where it stands; one that was taken back stays away. What another tab has sent of it is kept. */
  readonly put: (entry: OutboxEntry) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** @see Outbox */
export function createOutbox(store: ExpiringStore, keys: StorageKeys): Outbox {
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
    has: (id) => read(id) !== undefined,
    add: write,
    put(entry) {
      const stored = read(entry.id);
      if (stored)
        write({
          ...entry,
          body: entry.body ?? stored.body,
          attempt: Math.max(entry.attempt ?? 0, stored.attempt ?? 0),
        });
    },
    remove(id) {
      store.remove(keys.outboxEntry(id));
    },
    clear() {
      for (const key of store.keys(keys.outbox)) store.remove(key);
    },
  };
}
