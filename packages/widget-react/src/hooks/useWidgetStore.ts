import { useStore } from 'zustand';
import type { ConversationState, DraftState, ResolvedConfig, ViewState, WordMap } from '@sotto/widget-core';
import { useWidget } from './useWidget';

/** A slice of what has been said. The selector must give the same reference while its slice is the same. */
export function useConversation<Slice>(selector: (state: ConversationState) => Slice): Slice {
  return useStore(useWidget().conversation, selector);
}

/** A slice of how the widget stands. */
export function useWidgetView<Slice>(selector: (state: ViewState) => Slice): Slice {
  return useStore(useWidget().view, selector);
}

/** A slice of the settings, defaults filled in and checked. */
export function useConfig<Slice>(selector: (config: ResolvedConfig) => Slice): Slice {
  return useStore(useWidget().config, selector);
}

/** A slice of what is typed but not sent. */
export function useDraft<Slice>(selector: (draft: DraftState) => Slice): Slice {
  return useStore(useWidget().draft, selector);
}

/** The words of the visitor's language, complete. */
export function useWords(): WordMap {
  return useWidgetView((view) => view.words);
}
