import { showNotice } from '../browser/notices';

/**
 * Forms: prevents a second submission while the first is in flight, and keeps what was typed while offline.
 *
 * In the script of every page, because a script loaded on demand may fail to load when it is needed.
 */
export function startForms(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'post') return;
    if (form.getAttribute('aria-busy') === 'true') {
      event.preventDefault();
    } else if (page.defaultView?.navigator.onLine === false) {
      event.preventDefault();
      showNotice(
        'You are offline: nothing was sent. What you typed is still here; send it again when the connection is back.',
        'error',
      );
    } else if (form.dataset['download'] === undefined) {
      // A download leaves the page as it is, so its button can be pressed again.
      form.setAttribute('aria-busy', 'true');
    }
  });
  // A page restored from the back/forward cache would stay busy.
  page.defaultView?.addEventListener('pageshow', () => {
    for (const form of page.querySelectorAll('form[aria-busy]')) form.removeAttribute('aria-busy');
  });
}
