import type { CancelTimer, Clock } from '../../lib/clock';
import type { Effect, Event } from '../events';

/** Timers of a conversation: each fires once unless it is restarted or cancelled. */
export function createTimerRunner(clock: Clock, dispatch: (event: Event) => void) {
  const running = new Map<string, CancelTimer>();
  return {
    carryOut: (effect: Effect): void => {
      if (effect.type !== 'wait' && effect.type !== 'unwait') return;
      const { name } = effect;
      running.get(name)?.();
      if (effect.type === 'wait')
        running.set(
          name,
          clock.setTimer(() => {
            dispatch({ type: 'timer', name });
          }, effect.ms),
        );
    },
    stop() {
      for (const cancel of running.values()) cancel();
    },
  };
}
