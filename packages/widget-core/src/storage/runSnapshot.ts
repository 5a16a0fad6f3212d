import * as v from 'valibot';
import type { CancelTimer, Clock } from '../lib/clock';
import type { ExpiringStore } from './expiringStore';
import { LIFETIMES } from './storageKeys';

/** Between two writes of a reply that is being written, in milliseconds: four a second at most (contract 5.4). */
export const RUN_SNAPSHOT_INTERVAL_MS = 250;

/**
 * How long a piece of the text grows before the next one is begun, in characters: what one write costs, however long
 * the reply.
 */
export const RUN_SNAPSHOT_PIECE_LENGTH = 2_048;

/** Text from a place of a reply on, and the stream event up to which the reply is complete with it. */
const pieceSchema = v.object({
  reply: v.string(),
  from: v.number(),
  text: v.string(),
  lastEventId: v.optional(v.string()),
});

/** What a reply has at least. */
export interface SnapshotReply {
  readonly key: string;
  readonly text: string;
  /** The stream event up to which it is complete. */
  readonly cursor?: string | undefined;
}

/** What a reload needs to go on with a running reply: kept for this tab, and for as long as the reply runs. */
export interface RunSnapshot<Reply extends SnapshotReply> {
  readonly read: () => Reply | undefined;
  /** The reply as it is now; undefined: there is none. `isOwn`: this tab streams it, and writes it down. */
  readonly follow: (reply: Reply | undefined, isOwn: boolean) => void;
  /** Writes now what waits to be written: the page goes away. */
  readonly flush: () => void;
  readonly clear: () => void;
}

/**
 * @param store - this tab's own storage
 * @param headSchema - a reply but for its text, which stands in pieces beside it
 */
export function createRunSnapshot<Reply extends SnapshotReply>(
  store: ExpiringStore,
  key: string,
  clock: Clock,
  headSchema: v.GenericSchema<unknown, Omit<Reply, 'text'>>,
): RunSnapshot<Reply> {
  const pages = createSnapshotPages(store, key, headSchema);
  let present: Reply | undefined;
  let isDirty = false;
  let cancel: CancelTimer | undefined;

  function write(): void {
    cancel = undefined;
    if (!isDirty || !present) return;
    isDirty = false;
    pages.write(present);
    cancel = clock.setTimer(write, RUN_SNAPSHOT_INTERVAL_MS);
  }
  function clear(): void {
    cancel?.();
    cancel = undefined;
    present = undefined;
    isDirty = false;
    pages.clear();
  }

  return {
    read: pages.read,
    follow(reply, isOwn) {
      if (!reply) {
        if (present) clear();
        return;
      }
      present = reply;
      if (!isOwn) return;
      isDirty = true;
      if (!cancel) write();
    },
    flush() {
      cancel?.();
      write();
      cancel?.();
      cancel = undefined;
    },
    clear,
  };
}

/**
 * The note in storage: what is known of the reply under one key, its text under others that are full at some time and
 * never written again.
 */
function createSnapshotPages<Reply extends SnapshotReply>(
  store: ExpiringStore,
  key: string,
  headSchema: v.GenericSchema<unknown, Omit<Reply, 'text'>>,
): Pick<RunSnapshot<Reply>, 'read' | 'clear'> & { write(reply: Reply): void } {
  const pieceKey = (index: number): string => `${key}:${String(index)}`;
  /** What stands in storage: the reply as it was last written, and where its last piece begins. */
  let written: { reply: Reply; piece: number; from: number } | undefined;

  function clear(): void {
    written = undefined;
    for (const stored of [key, ...store.keys(pieceKey(0).slice(0, -1))]) store.remove(stored);
  }

  return {
    read() {
      const head = store.get(key, headSchema);
      if (!head) return undefined;
      let text = '';
      let cursor: string | undefined;
      for (let index = 0; ; index += 1) {
        const piece = store.get(pieceKey(index), pieceSchema);
        if (piece?.reply !== head.key || piece.from !== text.length) break;
        text += piece.text;
        cursor = piece.lastEventId;
      }
      return { ...head, text, cursor } as Reply;
    },
    write(reply) {
      if (written && (written.reply.key !== reply.key || written.from > reply.text.length)) clear();
      if (!written || !isSameHead(written.reply, reply))
        store.set(key, { ...reply, text: undefined, cursor: undefined }, LIFETIMES.tab);
      const { piece, from } = written ?? { piece: 0, from: 0 };
      store.set(
        pieceKey(piece),
        { reply: reply.key, from, text: reply.text.slice(from), lastEventId: reply.cursor },
        LIFETIMES.tab,
      );
      const isFull = reply.text.length - from >= RUN_SNAPSHOT_PIECE_LENGTH;
      written = { reply, piece: isFull ? piece + 1 : piece, from: isFull ? reply.text.length : from };
    },
    clear,
  };
}

/** Whether nothing but text has come. */
function isSameHead<Reply extends SnapshotReply>(before: Reply, now: Reply): boolean {
  return (Object.keys(now) as (keyof Reply)[]).every(
    (name) => name === 'text' || name === 'cursor' || before[name] === now[name],
  );
}
