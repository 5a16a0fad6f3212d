import * as v from 'valibot';
import type { Clock } from '../lib/clock';
import { jsonSchema, type JsonObject } from '../lib/json';
import type { ExpiringStore } from './expiringStore';
import { LIFETIMES, type StorageKeys } from './storageKeys';

/** How many notes a conversation keeps, at most: more calls than one reply makes. */
const MAX_CALL_NOTES = 64;
/** Longest answer that is stored until the server has it, in characters of JSON. */
const STORED_ANSWER_MAX_LENGTH = 16 * 1024;

const noteSchema = v.object({
  /** The page may name its own channel: then each call on it is another one. */
  callId: v.string(),
  begunAt: v.number(),
  // An answer that cannot be read must not make the call look as if it had not begun.
  answer: v.fallback(v.optional(v.record(v.string(), jsonSchema)), undefined),
});
type Note = v.InferOutput<typeof noteSchema>;

interface Call {
  readonly channel: string;
  readonly callId: string;
}

/** Which functions of the page have run, for all tabs: a function that has begun is never run again. */
export interface CallNotes {
  /** Undefined: the call has not begun anywhere. `answer`: its result, kept until the server has it. */
  readonly read: (call: Call) => { readonly answer?: JsonObject | undefined } | undefined;
  /** Notes that the call begins. @returns whether it may: false when it has begun before, or cannot be noted */
  readonly begin: (call: Call) => boolean;
  readonly keepAnswer: (call: Call, answer: JsonObject) => void;
  /** The server has the answer. The note stays: the stream can be read again from before the call. */
  readonly dropAnswer: (channel: string) => void;
}

/**
 * @param isResumable - whether another tab, or this one after a reload, can read the stream again; if not, no note is
 *   needed
 */
export function createCallNotes(
  store: ExpiringStore,
  keys: StorageKeys,
  clock: Clock,
  isResumable: () => boolean,
): CallNotes {
  const readNote = (channel: string): Note | undefined => store.get(keys.call(channel), noteSchema);
  const write = (channel: string, note: Note): void => {
    store.set(keys.call(channel), note, LIFETIMES.call);
  };

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
    begin(call) {
      if (read(call)) return false;
      write(call.channel, { callId: call.callId, begunAt: clock.now() });
      removeOldest();
      return store.isShared(keys.call(call.channel)) || !isResumable();
    },
    keepAnswer(call, answer) {
      if (JSON.stringify(answer).length <= STORED_ANSWER_MAX_LENGTH)
        write(call.channel, { callId: call.callId, begunAt: read(call)?.begunAt ?? clock.now(), answer });
    },
    dropAnswer(channel) {
      const note = readNote(channel);
      if (note?.answer) write(channel, { ...note, answer: undefined });
    },
  };
}
