import { TOAST_MS } from '../config/limits';
import type { CancelTimer, Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { Toast } from './viewState';
import type { WidgetStore } from './widgetStore';

/** Short notices that go by themselves. */
export interface Toasts {
  readonly add: (toast: Omit<Toast, 'id'>) => void;
  readonly remove: (id: string) => void;
  readonly close: () => void;
}

/** @param view - shows them */
export function createToasts(view: WidgetStore, clock: Clock): Toasts {
  const timers = new Map<string, CancelTimer>();
  function remove(id: string): void {
    timers.get(id)?.();
    timers.delete(id);
    view.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
  }
  return {
    add(toast) {
      const id = createId('toast', clock);
      view.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }] }));
      timers.set(
        id,
        clock.setTimer(() => {
          remove(id);
          // They are shown one after the other: each gets its own time.
        }, TOAST_MS * view.getState().toasts.length),
      );
    },
    remove,
    close() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
