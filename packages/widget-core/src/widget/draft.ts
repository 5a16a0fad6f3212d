import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CancelTimer, Clock } from '../lib/clock';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';

/** Between two writes of what is being typed, in milliseconds. */
const DRAFT_INTERVAL_MS = 250;

/** What is typed but not sent: a store of its own, kept for this tab. */
export interface Draft {
  readonly store: StoreApi<{ readonly text: string }>;
  readonly set: (text: string) => void;
  /** Writes now what waits to be written. */
  readonly flush: () => void;
  /** Goes on under another key: with the text there is, or with what is kept there. */
  readonly reopen: (key: string, keepsText: boolean) => void;
}

/** @param tabStore - this tab's own storage */
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
