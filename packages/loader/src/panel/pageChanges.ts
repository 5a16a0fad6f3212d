import type { PanelHost } from '../panelHost';

type Navigation = EventTarget;

/**
 * Hears when the page changes under us without loading anew.
 *
 * A floating widget lives beside the body and survives its replacement; one that was put under another place of the document
 * element's life is moved back. Where the browser has the navigation API, route changes are heard without touching the page's own
 * functions; elsewhere `popstate` is all we take, because wrapping `history` is the page's risk.
 */
export function hearPageChanges(host: PanelHost, onPage: () => void): void {
  const { window, signal } = host;
  const { navigation } = window as { navigation?: Navigation };
  navigation?.addEventListener('navigatesuccess', onPage, { signal });
  if (!navigation) window.addEventListener('popstate', onPage, { signal });
  window.addEventListener('pageshow', onPage, { signal });
}
