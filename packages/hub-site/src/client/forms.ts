import { showNotice } from '../browser/notices';

/**
 * Forms that send something: one that is on its way is not sent twice, and without a connection nothing is lost.
 *
 * In the script of every page, because a part that comes later might not come any more when it is needed.
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
  // A page that comes back by the browser's own Back is as it was left: busy for ever.
  page.defaultView?.addEventListener('pageshow', () => {
    for (const form of page.querySelectorAll('form[aria-busy]')) form.removeAttribute('aria-busy');
  });
}
