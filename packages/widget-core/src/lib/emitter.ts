import type { Unsubscribe } from './environment';

/** Typed event emitter. */
export interface Emitter<Events extends object> {
  readonly on: <Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void) => Unsubscribe;
  /** Calls every listener, even if one of them throws. */
  readonly emit: <Name extends keyof Events>(name: Name, detail: Events[Name]) => void;
  /** Removes every listener. */
  readonly close: () => void;
}

/** @param onListenerError - called with the error of a listener */
export function createEmitter<Events extends object>(onListenerError: (error: unknown) => void): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>();
  return {
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known);
      known.add(listener);
      return () => {
        known.delete(listener);
      };
    },
    emit(name, detail) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          (listener as (value: Events[typeof name]) => void)(detail);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    close() {
      listeners.clear();
    },
  };
}
