import type { StoreApi } from 'zustand/vanilla';
import type { ReadableStore } from '../widget';

/** The read-only part of a store for renderers, which change state only through actions. */
export function readable<State>({ getState, getInitialState, subscribe }: StoreApi<State>): ReadableStore<State> {
  return { getState, getInitialState, subscribe };
}
