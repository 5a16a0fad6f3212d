import type { WidgetState } from '../panelHost';
import { mayStore, visitKey } from '../visits';

/** Maximum age of the tab's state, in milliseconds (one day). It disappears with the tab anyway. */
const TAB_MS = 86_400_000;
const openKey = (widgetId: string): string => `sotto:${widgetId}:open`;

/** A storage of the page; undefined if the browser denies it. */
function read(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** Whether the chat was open when this tab left the previous page; undefined if unknown. */
export function readOpen({ config, widgetId }: WidgetState): boolean | undefined {
  try {
    const stored = mayStore(config) ? read('sessionStorage')?.getItem(openKey(widgetId)) : undefined;
    return (JSON.parse(stored ?? '') as { value: boolean }).value;
  } catch {
    return undefined;
  }
}

/**
 * Remembers for this tab whether the chat is open: with `restoreOpen`, with triggers, which open it only once, and
 * with layouts that open by themselves.
 */
export function saveOpen({ config, widgetId, isOpen, layout }: WidgetState): void {
  if (!(config.restoreOpen || config.triggers || layout === 'fullscreen') || !mayStore(config)) return;
  try {
    read('sessionStorage')?.setItem(
      openKey(widgetId),
      JSON.stringify({ v: 1, value: isOpen, expiresAt: Date.now() + TAB_MS }),
    );
  } catch {
    /* full: the next page starts closed */
  }
}

/** Consent was withdrawn: deletes what this widget keeps in the page's storage. */
export function clearVisitSession(widgetId: string): void {
  read('localStorage')?.removeItem(visitKey(widgetId));
  read('sessionStorage')?.removeItem(openKey(widgetId));
}

/** Calls back when consent is withdrawn in another tab, which deletes the entry. */
export function onConsentRevoked(state: WidgetState, signal: AbortSignal, onCleared: () => void): void {
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === visitKey(state.widgetId) && newValue === null && state.config.consent !== 'wait') onCleared();
    },
    { signal },
  );
}
