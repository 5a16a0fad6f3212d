import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CancelTimer, Clock } from '../lib/clock';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';

/** Interval between writes of the draft, in milliseconds. */
const DRAFT_INTERVAL_MS = 250;

/** The unsent text, in a store of its own that is saved for this tab. */
export interface Draft {
  readonly store: StoreApi<{ readonly text: string }>;
  readonly set: (text: string) => void;
  /** Writes pending changes now. */
  readonly flush: () => void;
  /** Switches to another storage key, with the current text or with the text stored there. */
  readonly reopen: (key: string, keepsText: boolean) => void;
}

/** @param tabStore - storage of this tab only */
export function createDraft(tabStore: ExpiringStore, firstKey: string, clock: Clock): Draft {
  let key = firstKey;
  const read = (): string => tabStore.get(key, v.string()) ?? '';
  const store = createStore<{ readonly text: string }>(() => ({ text: read() }));
  let cancel: CancelTimer | undefined;

  function write(): void {
    cancel = undefined;
    const { text } = store.getState();
    if (text === '') tabStore.remove(key);
    else tabStore.set(key, text, LIFETIMES.tab);
  }

  function flush(): void {
    if (!cancel) return;
    cancel();
    write();
  }

  return {
    store,
    set(text) {
      if (text === store.getState().text) return;
      store.setState({ text });
      cancel ??= clock.setTimer(write, DRAFT_INTERVAL_MS);
    },
    flush,
    reopen(next, keepsText) {
      flush();
      if (keepsText) tabStore.remove(key);
      key = next;
      if (keepsText) write();
      else store.setState({ text: read() });
    },
  };
}
