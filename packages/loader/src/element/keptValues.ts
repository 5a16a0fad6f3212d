import type { WidgetState } from '../panelHost';
import type { Functions } from '../types';

/** What a page can set before there is a frame: kept, and handed over when a frame starts. */
export const KEPT = ['functions', 'messages', 'meta', 'contact', 'notifications'] as const;

/** Name of a kept value. */
export type KeptName = (typeof KEPT)[number];

/** `setMeta`, `registerFunctions` and their like: a frame that is there is told now, a later one with its init. */
export function createKeptValues(
  state: WidgetState,
  tell: (name: KeptName) => Promise<unknown>,
): Record<string, (...values: never[]) => unknown> {
  const keep = async (name: KeptName, value: unknown): Promise<void> => {
    Object.assign(state, { [name]: value });
    await tell(name);
  };
  const keepFunctions = (functions: Functions): void => {
    keep('functions', functions).catch(() => undefined);
  };
  const unregisterFunctions = (names: string[]): void => {
    keepFunctions(Object.fromEntries(Object.entries(state.functions).filter(([name]) => !names.includes(name))));
  };
  return {
    ...Object.fromEntries(KEPT.map((name) => [setterName(name), (value: never) => keep(name, value)])),
    // The frame adds to what it has: what is gone must be named.
    setNotifications: (value: WidgetState['notifications']) =>
      keep('notifications', {
        ...Object.fromEntries(Object.keys(state.notifications).map((id) => [id, null])),
        ...value,
      }),
    getFunctions: () => ({ ...state.functions }),
    registerFunctions(functions: Functions) {
      keepFunctions({ ...state.functions, ...functions });
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
