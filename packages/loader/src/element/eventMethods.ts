import type { SottoChatElement } from '../types';

type Listener = (detail: unknown, event: Event) => void;

/** `on`, `once`, `off` and `ready`, implemented with the element's events. */
export function createEventMethods(element: SottoChatElement): {
  methods: Record<string, (...values: never[]) => unknown>;
  end: () => void;
} {
  const handlers = new Map<Listener, Map<string, (event: Event) => void>>();
  const on = (type: string, listener: Listener): (() => void) => {
    off(type, listener);
    const handler = (event: Event): void => {
      listener((event as CustomEvent<unknown>).detail, event);
    };
    handlers.set(listener, (handlers.get(listener) ?? new Map<string, (event: Event) => void>()).set(type, handler));
    element.addEventListener(type, handler);
    return () => {
      off(type, listener);
    };
  };
  const off = (type: string, listener: Listener): void => {
    const handler = handlers.get(listener)?.get(type);
    if (!handler) return;
    element.removeEventListener(type, handler);
    handlers.get(listener)?.delete(type);
  };
  const once = (type: string, listener?: (detail: unknown) => void): Promise<unknown> =>
    new Promise((resolve) => {
      const stop = on(type, (detail) => {
        stop();
        listener?.(detail);
        resolve(detail);
      });
    });
  return {
    methods: { on, off, once },
    end() {
      for (const [listener, types] of handlers) for (const type of [...types.keys()]) off(type, listener);
    },
  };
}
