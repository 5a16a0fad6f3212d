import * as v from 'valibot';
import { addPart, joinText, partSchema, type MessagePart, type TextPart } from '../api/parts';
import type { CancelTimer, Clock } from '../lib/clock';
import type { ExpiringStore } from './expiringStore';
import { LIFETIMES } from './storageKeys';

/** Interval between writes of a reply in progress, in milliseconds: at most four per second (contract 5.4). */
export const RUN_SNAPSHOT_INTERVAL_MS = 250;

/**
 * Length at which a text part continues in another entry, in characters. It bounds the cost of a write, however long
 * the reply is.
 */
export const RUN_SNAPSHOT_PIECE_LENGTH = 2_048;

/** Fields that every stored reply has. */
interface SnapshotReply {
  readonly key: string;
  readonly parts: readonly MessagePart[];
  readonly text: string;
  /** Id of the last stream event that was applied in full. */
  readonly cursor?: string | undefined;
}

/**
 * Stores a running reply for this tab, so that it can be resumed after a reload: under one key per piece, of which only
 * those are written that have changed.
 *
 * @param store - storage of this tab only
 * @param headSchema - schema of a reply without its parts
 */
export function createRunSnapshot<Reply extends SnapshotReply>(
  store: ExpiringStore,
  key: string,
  clock: Clock,
  headSchema: v.GenericSchema<unknown, Omit<Reply, 'parts' | 'text'>>,
) {
  /** A part of a reply, or a piece of one, and the last stream event applied to the reply at that point. */
  const pieceSchema = v.object({
    reply: headSchema,
    /** Characters of text before it: shows whether an earlier entry is missing. */
    from: v.number(),
    part: v.optional(partSchema),
    lastEventId: v.optional(v.string()),
  });
  const pieceKey = (index: number): string => `${key}:${String(index)}`;
  let present: Reply | undefined;
  let isDirty = false;
  let cancel: CancelTimer | undefined;
  let written: Reply | undefined;
  let stored: readonly MessagePart[] = [];

  function stop(): void {
    cancel?.();
    cancel = undefined;
  }
  function empty(): void {
    written = undefined;
    stored = [];
    store.clear(key);
  }
  function write(): void {
    stop();
    if (!isDirty || !present) return;
    isDirty = false;
    if (written && (written.key !== present.key || written.text.length > present.text.length)) empty();
    const { parts, cursor: lastEventId } = present;
    const reply = { ...present, parts: undefined, text: undefined, cursor: undefined };
    const pieces = toPieces(parts, stored);
    if (pieces.length === 0) store.set(pieceKey(0), { reply, from: 0 }, LIFETIMES.tab);
    for (const [index, part] of pieces.entries())
      if (index === pieces.length - 1 || !isSame(stored[index], part)) {
        const from = joinText(pieces.slice(0, index)).length;
        store.set(pieceKey(index), { reply, from, part, lastEventId }, LIFETIMES.tab);
      }
    written = present;
    stored = pieces;
    cancel = clock.setTimer(write, RUN_SNAPSHOT_INTERVAL_MS);
  }
  function clear(): void {
    stop();
    present = undefined;
    isDirty = false;
    empty();
  }

  return {
    read(): Reply | undefined {
      let head: { readonly key: string } | undefined;
      let parts: MessagePart[] = [];
      for (let index = 0; ; index += 1) {
        const piece = store.get(pieceKey(index), pieceSchema);
        if (piece?.from !== joinText(parts).length || (head && head.key !== piece.reply.key)) break;
        head = { ...piece.reply, cursor: piece.lastEventId };
        if (piece.part) parts = addPart(parts, piece.part);
      }
      return head && ({ ...head, parts, text: joinText(parts) } as SnapshotReply as Reply);
    },
    /** Sets the current reply; undefined: there is none. `isOwn`: this tab streams the reply and stores it. */
    follow(reply: Reply | undefined, isOwn: boolean) {
      if (!reply) {
        if (present) clear();
        return;
      }
      present = reply;
      if (!isOwn) return;
      isDirty = true;
      if (!cancel) write();
    },
    /** Writes pending changes now because the page is being hidden. */
    flush: (): void => {
      write();
      stop();
    },
    clear,
  };
}

/**
 * Splits parts into pieces: a stored piece that is long enough stays unchanged, and later text goes into the next one.
 */
function toPieces(parts: readonly MessagePart[], stored: readonly MessagePart[]): MessagePart[] {
  const pieces: MessagePart[] = [];
  for (const part of parts) {
    if (part.type !== 'text') {
      pieces.push(part);
      continue;
    }
    let { text } = part;
    for (let full = stored[pieces.length]; isFull(full); full = stored[pieces.length]) {
      pieces.push(full);
      text = text.slice(full.text.length);
    }
    if (text !== '') pieces.push({ type: 'text', text });
  }
  return pieces;
}

function isFull(piece: MessagePart | undefined): piece is TextPart {
  return piece?.type === 'text' && piece.text.length >= RUN_SNAPSHOT_PIECE_LENGTH;
}

/** Whether storage already has this piece. Text only grows, so comparing lengths is enough. */
function isSame(before: MessagePart | undefined, part: MessagePart): boolean {
  return part.type === 'text' ? before?.type === 'text' && before.text.length === part.text.length : before === part;
}
