import { TOAST_MS } from '../config/limits';
import type { CancelTimer, Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { Toast } from './viewState';
import type { WidgetStore } from './widgetStore';

/** Queue of short notices that disappear by themselves. Only the first one is shown, and only its timer runs. */
export interface Toasts {
  readonly add: (toast: Omit<Toast, 'id'>) => void;
  readonly remove: (id: string) => void;
  /** Pauses the timer of the shown toast, or restarts it. */
  readonly hold: (isHeld: boolean) => void;
  readonly close: () => void;
}

/** @param view - shows the toasts */
export function createToasts(view: WidgetStore, clock: Clock): Toasts {
  let running: { readonly id: string; readonly cancel: CancelTimer } | undefined;
  let isHeld = false;

  function stop(): void {
    running?.cancel();
    running = undefined;
  }
  function runFirst(): void {
    const id = view.getState().toasts[0]?.id;
    if (id === running?.id && !isHeld) return;
    stop();
    if (id !== undefined && !isHeld)
      running = {
        id,
        cancel: clock.setTimer(() => {
          remove(id);
        }, TOAST_MS),
      };
  }
  function remove(id: string): void {
    view.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
    runFirst();
  }

  return {
    add(toast) {
      view.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id: createId('toast', clock) }] }));
      runFirst();
    },
    remove,
    hold(held) {
      isHeld = held;
      runFirst();
    },
    close: stop,
  };
}
