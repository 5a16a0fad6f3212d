import { showsContactForm, showsPeek, showsStartFirst } from '@sotto/widget-core';
import { useConfig, useConversation, useWidgetView } from './useWidgetStore';

/** Whether the Start button stands in place of the text box [W-9]. */
export function useShowsStartFirst(): boolean {
  const config = useConfig((settings) => settings);
  return useConversation((conversation) => showsStartFirst(config, conversation));
}

/** Whether the visitor is asked who they are [W-10]. */
export function useShowsContactForm(): boolean {
  const config = useConfig((settings) => settings);
  const contact = useWidgetView((view) => view.contact);
  return useConversation((conversation) => showsContactForm(config, conversation, { contact }));
}

/** Whether a message is hinted beside the launcher [W-4]. */
export function useShowsPeek(): boolean {
  const config = useConfig((settings) => settings);
  return useWidgetView((view) => showsPeek(config, view));
}
