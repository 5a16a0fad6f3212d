import * as v from 'valibot';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';

/**
 * Scroll position as a message and the position of its top. A pixel offset alone would be wrong once anything above
 * changes its height.
 */
export interface ScrollPlace {
  /** `messageKey` of the message. */
  readonly key: string;
  /** Distance from the top of the view to the top of the message, in pixels; negative above it. */
  readonly offsetPx: number;
}

const placeSchema: v.GenericSchema<ScrollPlace> = v.object({
  key: v.string(),
  offsetPx: v.pipe(v.number(), v.finite()),
});

/** Stores the scroll position for this tab [W-30]. */
export interface ScrollMemory {
  readonly read: () => ScrollPlace | undefined;
  /** Undefined: at the newest message. */
  readonly keep: (place: ScrollPlace | undefined) => void;
  /** Switches to another storage key. */
  readonly reopen: (key: string) => void;
}

/** @param tabStore - storage of this tab only; values that do not fit are kept in memory */
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
