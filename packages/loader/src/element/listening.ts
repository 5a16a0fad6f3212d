import type { SottoChatElement } from '../types';

type Listener = (detail: unknown, event: Event) => void;

/** `on`, `once`, `off` and `ready`, over the element's own events. */
export function createListening(element: SottoChatElement): {
  methods: Record<string, (...values: never[]) => unknown>;
  end: () => void;
} {
  const heard = new Map<Listener, Map<string, (event: Event) => void>>();
  const on = (type: string, listener: Listener): (() => void) => {
    off(type, listener);
    const hear = (event: Event): void => {
      listener((event as CustomEvent<unknown>).detail, event);
    };
    heard.set(listener, (heard.get(listener) ?? new Map<string, (event: Event) => void>()).set(type, hear));
    element.addEventListener(type, hear);
    return () => {
      off(type, listener);
    };
  };
  const off = (type: string, listener: Listener): void => {
    const hear = heard.get(listener)?.get(type);
    if (!hear) return;
    element.removeEventListener(type, hear);
    heard.get(listener)?.delete(type);
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
      for (const [listener, types] of heard) for (const type of [...types.keys()]) off(type, listener);
    },
  };
}
