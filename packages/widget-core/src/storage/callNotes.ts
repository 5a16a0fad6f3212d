import * as v from 'valibot';
import type { Clock } from '../lib/clock';
import { jsonSchema, type JsonObject } from '../lib/json';
import type { ExpiringStore } from './expiringStore';
import { LIFETIMES, type StorageKeys } from './storageKeys';

/** Maximum number of notes per conversation, more than the calls of one reply. */
const MAX_CALL_NOTES = 64;
/** Longest result that is stored until the server has it, in characters of JSON. */
const STORED_ANSWER_MAX_LENGTH = 16 * 1024;

const noteSchema = v.object({
  /** A page may choose its own channel name: then the id distinguishes the calls on it. */
  callId: v.string(),
  begunAt: v.number(),
  // An unreadable result must not make the call look as if it had never started.
  answer: v.fallback(v.optional(v.record(v.string(), jsonSchema)), undefined),
});
type Note = v.InferOutput<typeof noteSchema>;

interface Call {
  readonly channel: string;
  readonly callId: string;
}

export type CallNotes = Readonly<ReturnType<typeof createCallNotes>>;

/**
 * Records which page functions have run, for all tabs: a function that has started never runs again.
 *
 * @param isResumable - whether another tab, or this one after a reload, can read the stream again; if not, notes are
 * not needed
 */
export function createCallNotes(store: ExpiringStore, keys: StorageKeys, clock: Clock, isResumable: () => boolean) {
  const readNote = (channel: string): Note | undefined => store.get(keys.call(channel), noteSchema);
  const write = (channel: string, note: Note): void => {
    store.set(keys.call(channel), note, LIFETIMES.call);
  };

  /** Undefined: no tab has started the call. `answer`: its result, kept until the server has it. */
  function read({ channel, callId }: Call): Note | undefined {
    const note = readNote(channel);
    return note?.callId === callId ? note : undefined;
  }
  function removeOldest(): void {
    const notes = store
      .keys(keys.calls)
      .map((key) => ({ key, begunAt: store.get(key, noteSchema)?.begunAt ?? 0 }))
      .sort((first, second) => second.begunAt - first.begunAt);
    for (const { key } of notes.slice(MAX_CALL_NOTES)) store.remove(key);
  }

  return {
    read,
    /** Records that the call starts. @returns false if it has started before or cannot be recorded */
    begin(call: Call) {
      if (read(call)) return false;
      write(call.channel, { callId: call.callId, begunAt: clock.now() });
      removeOldest();
      return store.isShared(keys.call(call.channel)) || !isResumable();
    },
    keepAnswer(call: Call, answer: JsonObject) {
      if (JSON.stringify(answer).length <= STORED_ANSWER_MAX_LENGTH)
        write(call.channel, { callId: call.callId, begunAt: read(call)?.begunAt ?? clock.now(), answer });
    },
    /**
     * Removes a stored result that the server has. The note is kept, because the stream may be read again from before
     * the call.
     */
    dropAnswer(channel: string) {
      const note = readNote(channel);
      if (note?.answer) write(channel, { ...note, answer: undefined });
    },
  };
}
