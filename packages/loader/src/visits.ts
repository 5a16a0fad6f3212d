import type { WidgetConfig } from './types';

/** Key of the note in the host page's storage that this visitor has talked. Contract 5.4. */
export function visitKey(widgetId: string): string {
  return `sotto:${widgetId}:seen`;
}

/**
 * Whether anything may be kept in the page's storage: not before consent, not in private widgets, not without a kept
 * session.
 */
export function mayStore({ consent, privacy, session }: WidgetConfig): boolean {
  return consent !== 'wait' && !privacy && session !== 'none';
}

/** Whether a conversation existed on this page's site in the last 30 days. Denied or unreadable storage: no. */
export function hasTalkedBefore(window: Window, widgetId: string, config: WidgetConfig): boolean {
  try {
    return (
      mayStore(config) &&
      (JSON.parse(window.localStorage.getItem(visitKey(widgetId)) ?? '') as { expiresAt: number }).expiresAt >
        Date.now()
    );
  } catch {
    return false;
  }
}
