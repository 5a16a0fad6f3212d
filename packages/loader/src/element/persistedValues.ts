import type { WidgetState } from '../panelHost';
import type { Functions } from '../types';

/** Name of a value that a page may set before the frame exists; it is stored and passed to a frame when it starts. */
export type PersistedName = 'functions' | 'messages' | 'meta' | 'contact' | 'notifications';

/** What stands for values that a page has not set, or has set to null. */
const UNSET: Pick<WidgetState, PersistedName> = {
  functions: {},
  messages: [],
  meta: {},
  contact: null,
  notifications: {},
};
/** The names. */
export const KEPT = Object.keys(UNSET) as PersistedName[];

/** Stores the values that settings have. @param names - which ones */
export function keep(state: WidgetState, settings: object, names: readonly PersistedName[]): void {
  const values = settings as Partial<typeof UNSET>;
  for (const name of names) Object.assign(state, { [name]: values[name] ?? UNSET[name] });
}

/** `setMeta`, `registerFunctions` and similar: updates a running frame immediately, and a later one in its `init`. */
export function createPersistedValues(
  state: WidgetState,
  notifyFrame: (name: PersistedName) => Promise<unknown>,
): Record<string, (...values: never[]) => unknown> {
  const persist = async (name: PersistedName, value: unknown): Promise<void> => {
    keep(state, { [name]: value }, [name]);
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
