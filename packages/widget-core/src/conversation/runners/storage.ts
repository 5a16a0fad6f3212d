import * as v from 'valibot';
import type { Clock } from '../../lib/clock';
import { contactSchema } from '../../api/requests';
import type { Message } from '../../api/message';
import type { SessionManager } from '../../session/sessionManager';
import type { ExpiringStore } from '../../storage/expiringStore';
import { createHistoryStore } from '../../storage/historyStore';
import type { Outbox, OutboxEntry } from '../../storage/outbox';
import { createRunSnapshot } from '../../storage/runSnapshot';
import type { StorageKeys } from '../../storage/storageKeys';
import { type Effect, type Event, liveReplySchema } from '../events';
import type { LiveReply, Send } from '../state';

/** What an open conversation keeps in this browser. */
export interface StorageRunner {
  readonly carryOut: (effect: Effect) => void;
  /** Reads everything back. `first`: what is shown while there are no messages. */
  readonly load: (first: readonly Message[]) => Extract<Event, { type: 'loaded' }>;
  readonly readSends: () => Send[];
  /** What other tabs may have changed while this page was in the back/forward cache. */
  readonly read: () => NonNullable<Extract<Event, { type: 'resume' }>['stored']>;
  /** Keeps what is stored for another lifetime. */
  readonly touch: () => void;
  /** Forgets the messages sent so far: they are not part of the next conversation. */
  readonly forgetSent: () => void;
  /**
   * The contact that the visitor supplied. One that was stored with a proof dates from before conversations had a
   * subject, and belongs to that subject: it is removed.
   */
  readonly readContact: () => v.InferOutput<typeof contactSchema> | undefined;
  /** Writes now what waits to be written: the page goes away. */
  readonly flush: () => void;
}

/** What keeping needs. */
export interface StorageRunnerOptions {
  readonly clock: Clock;
  readonly keys: StorageKeys;
  readonly local: ExpiringStore;
  /** This tab's own storage. */
  readonly tabStore: ExpiringStore;
  readonly outbox: Outbox;
  readonly session: SessionManager;
  readonly lifetimeMs: () => number;
  readonly dispatch: (event: Event) => void;
}

/** @see StorageRunner */
export function createStorageRunner({
  clock,
  keys,
  local,
  tabStore,
  outbox,
  session,
  lifetimeMs,
  dispatch,
}: StorageRunnerOptions): StorageRunner {
  const messages = createHistoryStore(local, keys, lifetimeMs);
  const note = createRunSnapshot<LiveReply>(
    tabStore,
    keys.run,
    clock,
    v.omit(liveReplySchema, ['parts']) as v.GenericSchema<unknown, Omit<LiveReply, 'parts' | 'text'>>,
  );
  const readSends = (): Send[] => outbox.list().map(toSend);
  function clear(isOwn: boolean): void {
    note.clear();
    // What another tab has cleared, it has cleared; what was written here since is of the conversation that is over.
    if (isOwn) {
      outbox.clear();
      messages.clear();
      for (const key of local.keys(keys.calls)) local.remove(key);
      session.forget();
    } else {
      messages.save([]);
      session.drop();
    }
  }

  function load(first: readonly Message[]): Extract<Event, { type: 'loaded' }> {
    const stored = messages.load();
    const conversationId = session.current()?.conversationId;
    const reply = session.isAccepted() ? note.read() : undefined;
    return {
      type: 'loaded',
      messages: stored.length > 0 || conversationId !== undefined ? stored : first,
      conversationId,
      sends: readSends(),
      reply: reply && { ...reply, isReconnecting: reply.runId !== undefined },
    };
  }

  return {
    readSends,
    read: () => ({ messages: messages.load(), sends: readSends() }),
    load,
    carryOut(effect) {
      switch (effect.type) {
        case 'keep-messages':
          if (effect.isWritten) return messages.skip(effect.messages);
          messages.save(effect.messages);
          return session.touch();
        case 'keep-send':
          return effect.isNew ? outbox.add(toEntry(effect.send)) : outbox.put(toEntry(effect.send));
        case 'drop-send':
          return outbox.remove(effect.id);
        case 'keep-reply':
          return note.follow(effect.reply, !effect.isWritten);
        case 'clear':
          return clear(effect.isOwn);
        case 'read-send':
          return dispatch({
            type: 'send-read',
            fact: effect.fact,
            kept: readSends().find(({ id }) => id === effect.fact.key),
          });
        case 'read-sends':
          session.adopt();
          return dispatch({ type: 'sends-read', sends: readSends(), before: effect.before });
        default:
      }
    },
    touch: messages.touch,
    forgetSent() {
      messages.clear();
      note.clear();
    },
    readContact: () => readContact(local, keys.contact),
    flush: note.flush,
  };
}

function readContact(local: ExpiringStore, key: string): v.InferOutput<typeof contactSchema> | undefined {
  const contact = local.get(key, contactSchema);
  if (contact?.identity === undefined) return contact;
  local.remove(key);
  return undefined;
}

function toSend({ tried, failure, attempt, ...entry }: OutboxEntry): Send {
  const delivery = failure ? { state: 'failed' as const, ...failure } : { state: 'sending' as const };
  return {
    ...entry,
    attempt: attempt ?? (tried === true ? 1 : 0),
    delivery: { ...delivery, replaces: entry.message && entry.replaces },
  };
}

function toEntry({ delivery, order = 0, ...send }: Send): OutboxEntry {
  if (delivery.state !== 'failed') return { ...send, order };
  const { code, message, retryAt } = delivery;
  return { ...send, order, failure: { code, message, ...(retryAt !== undefined && { retryAt }) } };
}
