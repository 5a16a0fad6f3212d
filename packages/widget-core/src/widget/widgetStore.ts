import { createStore, type StoreApi } from 'zustand/vanilla';
import { ENGLISH_WORDS } from '../config/intl';
import type { Media, ViewState } from './viewState';

/** The widget's UI state. Only its widget writes it. */
export type WidgetStore = StoreApi<ViewState>;

/** @param first - the initial values */
export function createWidgetStore(first: {
  readonly media: Media;
  readonly isOpen: boolean;
  readonly isOnline: boolean;
}): WidgetStore {
  return createStore<ViewState>(() => ({
    ...first,
    isMaximized: false,
    language: 'en',
    direction: 'ltr',
    words: ENGLISH_WORDS,
    overlay: undefined,
    toasts: [],
    unread: 0,
    isConfirmingRestart: false,
    peekMessageId: undefined,
    contact: null,
    notifications: {},
    functionQuestion: undefined,
    files: [],
    localAddresses: {},
    typist: undefined,
    previewing: [],
  }));
}
