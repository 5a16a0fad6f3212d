import * as v from 'valibot';
import type { CancelTimer, Clock } from '../lib/clock';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';
import { liveReplySchema } from './conversationEvents';
import type { AppliedEvent } from './conversationStore';
import type { ConversationState, LiveReply } from './conversationState';

/** Between two writes of a reply that is being written, in milliseconds: four a second at most (contract 5.4). */
export const RUN_NOTE_INTERVAL_MS = 250;

const runNoteSchema = v.object({ reply: liveReplySchema, lastEventId: v.optional(v.string()) });

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
  let position: ReplyPosition | undefined;
  let isDirty = false;
  let cancel: CancelTimer | undefined;

  function write(): void {
    cancel = undefined;
    if (!isDirty || !position) return;
    isDirty = false;
    store.set(key, position, LIFETIMES.tab);
    cancel = clock.setTimer(write, RUN_NOTE_INTERVAL_MS);
  }
  function clear(): void {
    cancel?.();
    cancel = undefined;
    if (!position && !isDirty && store.get(key, runNoteSchema) === undefined) return;
    position = undefined;
    isDirty = false;
    store.remove(key);
  }

  return {
    read() {
      const note = store.get(key, runNoteSchema);
      if (!note) return undefined;
      const { reply, lastEventId } = note;
      return { reply: { ...reply, answers: reply.answers, runId: reply.runId, messageId: reply.messageId }, lastEventId };
    },
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

/** Whether text is missing before what this event brought: it was refused. */
function isPositionLost(event: AppliedEvent['event'], reply: LiveReply): boolean {
  return event.type === 'text-delta' && event.key === reply.key && event.offset > reply.text.length;
}
