import type { WidgetConfig } from './types';

/** Key in the host page's storage that marks a visitor who has talked. Contract 5.4. */
export function visitKey(widgetId: string): string {
  return `sotto:${widgetId}:seen`;
}

/**
 * Whether the page's storage may be used: not before consent, not by private widgets, and not without a stored
 * session.
 */
export function mayStore({ consent, privacy, session }: WidgetConfig): boolean {
  return consent !== 'wait' && !privacy && session !== 'none';
}

/** Whether the visitor has talked on this site in the last 30 days. False if storage is denied or unreadable. */
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
