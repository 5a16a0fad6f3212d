import * as v from 'valibot';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';

/**
 * Where a reader is in a conversation: a message and where its top stands. Pixels alone would be wrong as soon as
 * anything above has another height.
 */
export interface ScrollPlace {
  /** `messageKey` of the message. */
  readonly key: string;
  /** Where its top is, below the top of the view, in pixels; negative above it. */
  readonly offsetPx: number;
}

const placeSchema: v.GenericSchema<ScrollPlace> = v.object({
  key: v.string(),
  offsetPx: v.pipe(v.number(), v.finite()),
});

/** What this tab remembers of where the reader was [W-30]. */
export interface ScrollMemory {
  readonly read: () => ScrollPlace | undefined;
  /** Undefined: at the newest message. */
  readonly keep: (place: ScrollPlace | undefined) => void;
  /** Goes on under another key. */
  readonly reopen: (key: string) => void;
}

/** @param tabStore - this tab's own storage; what it does not take is kept in memory */
export function createScrollMemory(tabStore: ExpiringStore, firstKey: string): ScrollMemory {
  let key = firstKey;
  return {
    read: () => tabStore.get(key, placeSchema),
    keep(place) {
      if (place) tabStore.set(key, place, LIFETIMES.tab);
      else tabStore.remove(key);
    },
    reopen(next) {
      key = next;
    },
  };
}
