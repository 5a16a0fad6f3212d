import { startLocalTimes } from '../../client/localTimes';

/**
 * Keeps the parts of a page marked `data-live` as the server draws them: the page is read again while it is seen.
 *
 * A part that is the same stays untouched, and a link that has the focus has it afterwards as well.
 *
 * @param onChange - told of each part that was drawn anew
 */
export function followPage(page: Document, everyMs: number, onChange: (part: HTMLElement) => void): void {
  const view = page.defaultView;
  if (!view) return;
  let known = drawnParts(page);
  const read = async (): Promise<void> => {
    if (page.hidden) return;
    const response = await fetch(view.location.href.split('#')[0] ?? '', { headers: { Accept: 'text/html' } });
    if (!response.ok || response.redirected) return;
    const next = new view.DOMParser().parseFromString(await response.text(), 'text/html');
    const parts = drawnParts(next);
    for (const [index, part] of liveParts(page).entries()) {
      const drawn = liveParts(next)[index];
      if (!drawn || parts[index]?.isEqualNode(known[index] ?? null) !== false) continue;
      replace(page, part, drawn);
      onChange(part);
    }
    known = parts;
  };
  const loop = (): void => {
    view.setTimeout(() => {
      read()
        .catch(() => undefined)
        .finally(loop);
    }, everyMs);
  };
  loop();
  page.addEventListener('visibilitychange', () => {
    read().catch(() => undefined);
  });
}

function liveParts(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-live]')];
}

/** What the server has drawn: times that this browser has put into its own zone, and "2 minutes ago", do not count. */
function drawnParts(page: Document): Node[] {
  return liveParts(page).map((part) => {
    const copy = part.cloneNode(true) as HTMLElement;
    for (const time of copy.querySelectorAll('time')) time.replaceWith(time.dateTime);
    copy.normalize();
    return copy;
  });
}

function replace(page: Document, part: HTMLElement, drawn: HTMLElement): void {
  const focused = page.activeElement;
  const href = focused && part.contains(focused) ? focused.getAttribute('href') : null;
  part.replaceChildren(...[...drawn.childNodes].map((node) => page.importNode(node, true)));
  startLocalTimes(part);
  if (href !== null) part.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
}

/** Whether a key is meant for the page: nobody types, and no other key is held. */
export function isPageKey(event: KeyboardEvent): boolean {
  const { target } = event;
  return !(
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog'))
  );
}

/** Takes a key for this page, before the site's own keys. */
export function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
