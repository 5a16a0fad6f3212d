import type { PanelHost } from '../panelHost';

/** The methods of `history` that change the page's address. */
const STEPS = ['pushState', 'replaceState'] as const;

/**
 * Detects route changes of the page, and its return from the back/forward cache.
 *
 * Browsers with the navigation API report route changes. In others, `history` is wrapped, only for a widget that may
 * know the page, and restored at the end. If another script has wrapped it since, our wrapper stays and does nothing.
 */
export function onPageChange({ window, signal, state }: PanelHost, onPage: () => void): void {
  const { navigation, history } = window as Window & { navigation?: EventTarget };
  window.addEventListener('pageshow', onPage, { signal });
  window.addEventListener('popstate', onPage, { signal });
  navigation?.addEventListener('navigatesuccess', onPage, { signal });
  if (navigation || !state.config.pageContext) return;
  for (const name of STEPS) {
    const own = Reflect.get(history, name) as (this: History, ...values: Parameters<History['pushState']>) => void;
    const wrapped: History['pushState'] = (...values) => {
      own.apply(history, values);
      if (!signal.aborted) onPage();
    };
    history[name] = wrapped;
    signal.addEventListener('abort', () => {
      if (history[name] === wrapped) history[name] = own;
    });
  }
}
