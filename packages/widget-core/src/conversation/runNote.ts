import * as v from 'valibot';
import type { CancelTimer, Clock } from '../lib/clock';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';
import { liveReplySchema } from './conversationEvents';
import type { AppliedEvent } from './conversationStore';
import type { ConversationState, LiveReply } from './conversationState';

/** Between two writes of a reply that is being written, in milliseconds: four a second at most (contract 5.4). */
export const RUN_NOTE_INTERVAL_MS = 250;

/** How long a piece of the text grows before the next one is begun, in characters: what one write costs, however long the reply. */
export const RUN_NOTE_PIECE_LENGTH = 2_048;

/** Everything but the text, which stands in pieces beside it. */
const headSchema = v.omit(liveReplySchema, ['text']);
/** Text from a place of a reply on, and the stream event up to which the reply is complete with it. */
const pieceSchema = v.object({ reply: v.string(), from: v.number(), text: v.string(), lastEventId: v.optional(v.string()) });

/** A reply as it stood, and the stream event up to which it is complete. */
export interface ReplyPosition {
  readonly reply: LiveReply;
  readonly lastEventId: string | undefined;
}

/** What a reload needs to go on with a running reply: kept for this tab, and for as long as the reply runs. */
export interface RunNote {
  readonly read: () => ReplyPosition | undefined;
  /** The stream event up to which this tab's reply is complete; undefined: only the start of the run is safe. */
  readonly lastEventId: () => string | undefined;
  /** Follows what happens to the reply. */
  readonly follow: (applied: AppliedEvent, state: ConversationState) => void;
  /** Writes now what waits to be written: the page goes away. */
  readonly flush: () => void;
  readonly clear: () => void;
}

/** @param store - this tab's own storage */
export function createRunNote(store: ExpiringStore, key: string, clock: Clock): RunNote {
  const pages = createNotePages(store, key);
  let position: ReplyPosition | undefined;
  let isDirty = false;
  let cancel: CancelTimer | undefined;

  function write(): void {
    cancel = undefined;
    if (!isDirty || !position) return;
    isDirty = false;
    pages.write(position);
    cancel = clock.setTimer(write, RUN_NOTE_INTERVAL_MS);
  }
  function clear(): void {
    cancel?.();
    cancel = undefined;
    position = undefined;
    isDirty = false;
    pages.clear();
  }

  return {
    read: pages.read,
    lastEventId: () => position?.lastEventId,
    follow({ event, origin, lastEventId }, { reply }) {
      if (!reply) {
        if (position) clear();
        return;
      }
      const isSame = position?.reply.key === reply.key;
      position = { reply, lastEventId: isPositionLost(event, reply) ? undefined : (lastEventId ?? (isSame ? position?.lastEventId : undefined)) };
      if (origin !== 'here') return;
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

/** The note in storage: what is known of the reply under one key, its text under others that are full at some time and never written again. */
interface NotePages {
  readonly read: () => ReplyPosition | undefined;
  readonly write: (position: ReplyPosition) => void;
  readonly clear: () => void;
}

function createNotePages(store: ExpiringStore, key: string): NotePages {
  const pieceKey = (index: number): string => `${key}:${index}`;
  /** What stands in storage: the reply as it was last written, and where its last piece begins. */
  let written: { reply: LiveReply; piece: number; from: number } | undefined;

  function clear(): void {
    written = undefined;
    for (const stored of [key, ...store.keys(pieceKey(0).slice(0, -1))]) store.remove(stored);
  }

  return {
    read() {
      const reply = store.get(key, headSchema);
      if (!reply) return undefined;
      let text = '';
      let lastEventId: string | undefined;
      for (let index = 0; ; index += 1) {
        const piece = store.get(pieceKey(index), pieceSchema);
        if (piece?.reply !== reply.key || piece.from !== text.length) break;
        text += piece.text;
        lastEventId = piece.lastEventId;
      }
      return { reply: { ...reply, text, answers: reply.answers, runId: reply.runId, messageId: reply.messageId }, lastEventId };
    },
    write({ reply, lastEventId }) {
      if (written && (written.reply.key !== reply.key || written.from > reply.text.length)) clear();
      if (!written || !isSameHead(written.reply, reply)) store.set(key, { ...reply, text: undefined }, LIFETIMES.tab);
      const { piece, from } = written ?? { piece: 0, from: 0 };
      store.set(pieceKey(piece), { reply: reply.key, from, text: reply.text.slice(from), lastEventId }, LIFETIMES.tab);
      const isFull = reply.text.length - from >= RUN_NOTE_PIECE_LENGTH;
      written = { reply, piece: isFull ? piece + 1 : piece, from: isFull ? reply.text.length : from };
    },
    clear,
  };
}

/** Whether nothing but text has come. */
function isSameHead(before: LiveReply, now: LiveReply): boolean {
  return (Object.keys(now) as (keyof LiveReply)[]).every((name) => name === 'text' || before[name] === now[name]);
}

/** Whether text is missing before what this event brought: it was refused. */
function isPositionLost(event: AppliedEvent['event'], reply: LiveReply): boolean {
  return event.type === 'text-delta' && event.key === reply.key && event.offset > reply.text.length;
}
