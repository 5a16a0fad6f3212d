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

/** A part of a reply, or a piece of one, and the last stream event applied to the reply at that point. */
const pieceSchema = v.object({
  reply: v.string(),
  /** Characters of text before it: shows whether an earlier entry is missing. */
  from: v.number(),
  part: partSchema,
  lastEventId: v.optional(v.string()),
});

/** Fields that every stored reply has. */
export interface SnapshotReply {
  readonly key: string;
  readonly parts: readonly MessagePart[];
  readonly text: string;
  /** Id of the last stream event that was applied in full. */
  readonly cursor?: string | undefined;
}

/** Stores a running reply for this tab, so that it can be resumed after a reload. */
export interface RunSnapshot<Reply extends SnapshotReply> {
  readonly read: () => Reply | undefined;
  /** Sets the current reply; undefined: there is none. `isOwn`: this tab streams the reply and stores it. */
  readonly follow: (reply: Reply | undefined, isOwn: boolean) => void;
  /** Writes pending changes now because the page is being hidden. */
  readonly flush: () => void;
  readonly clear: () => void;
}

/**
 * @param store - storage of this tab only
 * @param headSchema - schema of a reply without its parts, which are stored separately
 */
export function createRunSnapshot<Reply extends SnapshotReply>(
  store: ExpiringStore,
  key: string,
  clock: Clock,
  headSchema: v.GenericSchema<unknown, Omit<Reply, 'parts' | 'text'>>,
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

/** A stored piece. */
interface Piece {
  readonly from: number;
  readonly part: MessagePart;
}

/**
 * Splits parts into pieces: a stored piece that is long enough stays unchanged, and later text goes into the next one.
 */
function toPieces(parts: readonly MessagePart[], stored: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const part of parts) {
    if (part.type !== 'text') {
      pieces.push({ from, part });
      continue;
    }
    const end = from + part.text.length;
    let text = part.text;
    for (let full = longPart(stored[pieces.length]); full; full = longPart(stored[pieces.length])) {
      pieces.push({ from, part: full });
      from += full.text.length;
      text = text.slice(full.text.length);
    }
    if (text !== '') pieces.push({ from, part: { type: 'text', text } });
    from = end;
  }
  return pieces;
}

/** The text part of a piece that has reached its full length. */
function longPart(piece: Piece | undefined): TextPart | undefined {
  return piece?.part.type === 'text' && piece.part.text.length >= RUN_SNAPSHOT_PIECE_LENGTH ? piece.part : undefined;
}

/** Whether storage already has this piece. Text only grows, so comparing lengths is enough. */
function isStored(before: Piece | undefined, { part }: Piece): boolean {
  return part.type === 'text'
    ? before?.part.type === 'text' && before.part.text.length === part.text.length
    : before?.part === part;
}

/**
 * The snapshot in storage: the reply's fields under one key, its parts under others. Only changed parts are written.
 */
function createSnapshotPages<Reply extends SnapshotReply>(
  store: ExpiringStore,
  key: string,
  headSchema: v.GenericSchema<unknown, Omit<Reply, 'parts' | 'text'>>,
): Pick<RunSnapshot<Reply>, 'read' | 'clear'> & { write(reply: Reply): void } {
  const pieceKey = (index: number): string => `${key}:${String(index)}`;
  /** Last written state. */
  let written: { reply: Reply; pieces: readonly Piece[] } | undefined;

  function clear(): void {
    written = undefined;
    for (const stored of [key, ...store.keys(pieceKey(0).slice(0, -1))]) store.remove(stored);
  }

  return {
    read() {
      const head = store.get(key, headSchema);
      if (!head) return undefined;
      let parts: MessagePart[] = [];
      let cursor: string | undefined;
      for (let index = 0; ; index += 1) {
        const piece = store.get(pieceKey(index), pieceSchema);
        const part = piece?.part;
        if (!part || piece.reply !== head.key || piece.from !== joinText(parts).length) break;
        parts = addPart(parts, part);
        cursor = piece.lastEventId;
      }
      return { ...head, parts, text: joinText(parts), cursor } as SnapshotReply as Reply;
    },
    write(reply) {
      if (written && (written.reply.key !== reply.key || written.reply.text.length > reply.text.length)) clear();
      const pieces = toPieces(reply.parts, written?.pieces ?? []);
      if (!written || !isSameHead(written.reply, reply))
        store.set(key, { ...reply, parts: undefined, text: undefined, cursor: undefined }, LIFETIMES.tab);
      for (const [index, piece] of pieces.entries())
        if (index === pieces.length - 1 || !isStored(written?.pieces[index], piece))
          store.set(
            pieceKey(index),
            { reply: reply.key, from: piece.from, part: piece.part, lastEventId: reply.cursor },
            LIFETIMES.tab,
          );
      written = { reply, pieces };
    },
    clear,
  };
}

/** Fields that are stored in separate entries. */
const APART: ReadonlySet<string> = new Set(['parts', 'text', 'cursor'] satisfies (keyof SnapshotReply)[]);

/** Whether only parts have changed. */
function isSameHead<Reply extends SnapshotReply>(before: Reply, now: Reply): boolean {
  return (Object.keys(now) as (keyof Reply & string)[]).every((name) => APART.has(name) || before[name] === now[name]);
}
