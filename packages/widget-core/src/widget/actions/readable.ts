import type { StoreApi } from 'zustand/vanilla';
import type { ReadableStore } from '../widget';

/** The part of a store that renderers may use: they read it, and change it through actions. */
export function readable<State>({ getState, getInitialState, subscribe }: StoreApi<State>): ReadableStore<State> {
  return { getState, getInitialState, subscribe };
}
