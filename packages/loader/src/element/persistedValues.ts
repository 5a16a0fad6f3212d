import type { WidgetState } from '../panelHost';
import type { Functions } from '../types';

/** Values that a page may set before the frame exists; they are stored and passed to a frame when it starts. */
export const KEPT = ['functions', 'messages', 'meta', 'contact', 'notifications'] as const;

/** Name of a stored value. */
export type PersistedName = (typeof KEPT)[number];

/** `setMeta`, `registerFunctions` and similar: updates a running frame immediately, and a later one in its `init`. */
export function createPersistedValues(
  state: WidgetState,
  notifyFrame: (name: PersistedName) => Promise<unknown>,
): Record<string, (...values: never[]) => unknown> {
  const persist = async (name: PersistedName, value: unknown): Promise<void> => {
    Object.assign(state, { [name]: value });
    await notifyFrame(name);
  };
  const persistFunctions = (functions: Functions): void => {
    persist('functions', functions).catch(() => undefined);
  };
  const unregisterFunctions = (names: string[]): void => {
    persistFunctions(Object.fromEntries(Object.entries(state.functions).filter(([name]) => !names.includes(name))));
  };
  return {
    ...Object.fromEntries(KEPT.map((name) => [setterName(name), (value: never) => persist(name, value)])),
    // The frame merges values, so removed keys have to be listed.
    setNotifications: (value: WidgetState['notifications']) =>
      persist('notifications', {
        ...Object.fromEntries(Object.keys(state.notifications).map((id) => [id, null])),
        ...value,
      }),
    getFunctions: () => ({ ...state.functions }),
    registerFunctions(functions: Functions) {
      persistFunctions({ ...state.functions, ...functions });
      return () => {
        unregisterFunctions(Object.keys(functions));
      };
    },
    unregisterFunctions,
  };
}

/** `meta` → `setMeta`. */
export function setterName(name: string): string {
  return `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
