/** Number of reloads of one page before giving up (specification 4, 8). */
const RELOADS_MAX = 3;
/** Time without an error after which the counter is reset, in milliseconds. */
const GOOD_RUN_MS = 60_000;
/** A page that still exists this long after it was left was not left, in milliseconds: the address was a download. */
const LEAVING_MS = 10_000;
const KEY = 'sotto:page-reloads';

/**
 * Reloads the page after an unexpected error, at most three times; then shows a notice with the request id for the
 * operator's log and leaves the page as it is, which is readable without scripts [H-14].
 *
 * @param reload - loads the page again
 */
export function guardPage(page: Window, reload: () => void): { readonly report: () => void } {
  const count = (): number => Number(attempt(() => page.sessionStorage.getItem(KEY)) ?? 0);
  page.setTimeout(() => {
    attempt(() => {
      page.sessionStorage.removeItem(KEY);
    });
  }, GOOD_RUN_MS);

  let isLeaving = false;
  function leave(): void {
    isLeaving = true;
    page.setTimeout(() => {
      isLeaving = false;
    }, LEAVING_MS);
  }
  page.addEventListener('beforeunload', leave);

  function report(): void {
    if (isLeaving) {
      // Firefox aborts pending requests as soon as the user navigates away: a reload now would cancel that navigation,
      // and with it a form they submitted.
      page.setTimeout(report, LEAVING_MS);
      return;
    }
    // While offline a reload would lose the page and unsaved input, so it stays without the missing part.
    if (!page.navigator.onLine) return;
    const before = count();
    // Without a stored counter nothing is reloaded: an endless loop would be worse than an incomplete page.
    const isCounted =
      before < RELOADS_MAX &&
      attempt(() => {
        page.sessionStorage.setItem(KEY, String(before + 1));
        return true;
      });
    if (!isCounted) {
      showPlain(page.document);
      return;
    }
    // Before the page gets its unload event: requests that a reload aborts in Firefox are not a second error of the
    // page.
    leave();
    reload();
  }
  page.addEventListener('error', (event) => {
    // Ignore errors of extensions and third-party scripts.
    if (
      event instanceof ErrorEvent &&
      event.filename.startsWith(`${page.location.origin}/`) &&
      event.filename.includes('/site/')
    )
      report();
  });
  return { report };
}

function showPlain(page: Document): void {
  if (page.querySelector('.page-failure')) return;
  const box = page.createElement('div');
  box.className = 'page-failure';
  box.setAttribute('role', 'alert');
  const reload = Object.assign(page.createElement('a'), { href: '', textContent: 'Reload' });
  const home = Object.assign(page.createElement('a'), {
    href: page.querySelector<HTMLAnchorElement>('.brand-link')?.href ?? '/',
    textContent: 'Home',
  });
  box.append('Something on this page does not work. ', reload, ' ', home);
  const requestId = page.documentElement.dataset['request'];
  if (requestId !== undefined)
    box.append(' ', Object.assign(page.createElement('span'), { textContent: `Request ${requestId}` }));
  page.body.prepend(box);
}

function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
