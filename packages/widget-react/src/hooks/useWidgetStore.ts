import { useStore } from 'zustand';
import type { ConversationState, DraftState, ResolvedConfig, ViewState, WordMap } from '@sotto/widget-core';
import { showsContactForm, showsPeek, showsStartFirst } from '@sotto/widget-core/internal';
import { useWidget } from './useWidget';

/** The whole conversation. Renders again with each token; use a selector if you need less. */
export function useConversation(): ConversationState;
/** A slice of the conversation. The selector must return the same reference while the slice is unchanged. */
export function useConversation<Slice>(selector: (state: ConversationState) => Slice): Slice;
export function useConversation(selector: (state: ConversationState) => unknown = (state) => state): unknown {
  return useStore(useWidget().conversation, selector);
}

/** A slice of the widget's view state. */
export function useWidgetView<Slice>(selector: (state: ViewState) => Slice): Slice {
  return useStore(useWidget().view, selector);
}

/** A slice of the validated settings, with defaults. */
export function useConfig<Slice>(selector: (config: ResolvedConfig) => Slice): Slice {
  return useStore(useWidget().config, selector);
}

/** A slice of the draft. */
export function useDraft<Slice>(selector: (draft: DraftState) => Slice): Slice {
  return useStore(useWidget().draft, selector);
}

/** All UI texts in the visitor's language. */
export function useWords(): WordMap {
  return useWidgetView((view) => view.words);
}

/** Whether the Start button is shown instead of the text box [W-9]. */
export function useShowsStartFirst(): boolean {
  const config = useConfig((settings) => settings);
  return useConversation((conversation) => showsStartFirst(config, conversation));
}

/** Whether the contact form is shown [W-10]. */
export function useShowsContactForm(): boolean {
  const config = useConfig((settings) => settings);
  const contact = useWidgetView((view) => view.contact);
  return useConversation((conversation) => showsContactForm(config, conversation, { contact }));
}

/** Whether a message is previewed beside the launcher [W-4]. */
export function useShowsPeek(): boolean {
  const config = useConfig((settings) => settings);
  return useWidgetView((view) => showsPeek(config, view));
}
