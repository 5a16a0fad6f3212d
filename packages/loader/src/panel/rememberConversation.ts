import { mayStore, visitKey } from '../visits';
import type { WidgetConfig } from '../types';

/** How long a visitor counts as having talked before, in milliseconds (30 days). Contract 5.4. */
const VISIT_MS = 2_592_000_000;

/** Records that a conversation exists. Storage errors are ignored (specification 8). */
export function rememberConversation(window: Window, widgetId: string, config: WidgetConfig): void {
  if (!mayStore(config)) return;
  try {
    window.localStorage.setItem(
      visitKey(widgetId),
      JSON.stringify({ v: 1, value: true, expiresAt: Date.now() + VISIT_MS }),
    );
  } catch {
    // Storage is full or denied: the next visit loads the chat on intent, like a first visit.
  }
}
