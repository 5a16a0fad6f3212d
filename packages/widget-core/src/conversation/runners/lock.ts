import type { Effect, Event } from '../events';
import type { RunnerContext } from '../openSession';
import type { Send } from '../state';

/**
 * Requests and releases the lock that the tabs of a conversation share [W-30] (contract 5.5). Only the machine knows
 * whether this tab holds it (`work.lock`); a released request dispatches nothing.
 */
export function createLockRunner(
  { environment: { locks }, keys: { streamLock }, conversation: { dispatch } }: RunnerContext,
  readSends: () => Send[],
): (effect: Effect) => void {
  let request = new AbortController();

  function acquire(isForced: boolean): void {
    request.abort();
    const { signal } = (request = new AbortController());
    const notify = (event: Event): void => {
      if (!signal.aborted) dispatch(event);
    };
    const hold = (lost: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const onLost = (): void => {
          notify({ type: 'lost-writer' });
          resolve();
        };
        lost.addEventListener('abort', onLost, { once: true });
        signal.addEventListener('abort', () => {
          resolve();
        });
        if (signal.aborted) resolve();
        else notify({ type: 'became-writer', sends: readSends() });
      });
    locks.hold(streamLock, hold, isForced ? { steal: true } : { signal }).catch(() => {
      notify({ type: 'lock-failed' });
    });
  }

  return (effect) => {
    if (effect.type === 'acquire') acquire(effect.isForced);
    else if (effect.type === 'release') request.abort();
  };
}
