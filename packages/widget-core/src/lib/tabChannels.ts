import { attempt } from './attempt';
import type { StorageArea, TabChannel, Unsubscribe } from './environment';
import { parseJson } from './json';

/** A line to other tabs over the browser's BroadcastChannel. */
export function createBroadcastLine(channel: BroadcastChannel): TabChannel {
  return {
    post(message) {
      attempt(() => {
        channel.postMessage(message);
      });
    },
    onMessage(listener) {
      const onMessage = (event: MessageEvent): void => {
        listener(event.data);
      };
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
      };
    },
    close() {
      channel.close();
    },
  };
}

/**
 * A line to other tabs where there is no BroadcastChannel: a note is written to storage and removed at once,
 * and the browser notifies the other tabs of the change.
 *
 * @param onChange - the window's `storage` events as key and new value
 */
export function createStorageLine(
  name: string,
  storage: StorageArea,
  onChange: (listener: (key: string | null, value: string | null) => void) => Unsubscribe,
): TabChannel {
  const key = `${name}:line`;
  const subscriptions = new Set<Unsubscribe>();
  let count = 0;
  return {
    post(message) {
      count += 1;
      attempt(() => {
        storage.setItem(key, JSON.stringify({ count, message }));
        storage.removeItem(key);
      });
    },
    onMessage(listener) {
      const unsubscribe = onChange((changedKey, value) => {
        if (changedKey !== key || value === null) return;
        listener((parseJson(value) as { message?: unknown } | undefined)?.message);
      });
      subscriptions.add(unsubscribe);
      return unsubscribe;
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}
