import { startLocalTimes } from '../../browser/localTimes';
import { createTrust } from '../../browser/trust';
import { openStream } from './noticeStream';

const parse = createTrust('sotto-page', (html) => html);

/**
 * Updates the parts of a page marked `data-live` by requesting the page again while it is visible.
 *
 * Unchanged parts are left alone, and a focused link keeps the focus.
 *
 * @param stream - address of server-sent events that announce changes; while it is open, the page is requested for
 *   each event and once a minute. @default none: requests every `everyMs`
 * @param onTyping - called while a visitor types
 * @param onChange - called with each part that was replaced
 */
export function followPage(
  page: Document,
  {
    everyMs,
    stream,
    onTyping,
  }: { readonly everyMs: number; readonly stream?: string | undefined; readonly onTyping?: (() => void) | undefined },
  onChange: (part: HTMLElement) => void,
): void {
  const view = page.defaultView;
  if (!view) return;
  let known = drawnParts(page);
  let readAt = Date.now();
  const read = async (): Promise<void> => {
    if (page.hidden) return;
    readAt = Date.now();
    const response = await fetch(view.location.href.split('#')[0] ?? '', { headers: { Accept: 'text/html' } });
    if (!response.ok || response.redirected) return;
    const next = parse(await response.text());
    const parts = drawnParts(next);
    for (const [index, part] of liveParts(page).entries()) {
      const drawn = liveParts(next)[index];
      if (!drawn || parts[index]?.isEqualNode(known[index] ?? null) !== false) continue;
      replace(page, part, drawn);
      onChange(part);
    }
    known = parts;
  };
  const readNow = oneAtATime(() => read().catch(() => undefined));
  const live = stream === undefined ? undefined : openStream(view, stream, () => void readNow(), onTyping);
  const loop = (): void => {
    view.setTimeout(() => {
      live?.check();
      if (live?.isOpen() === true && Date.now() - readAt < SELDOM_MS) loop();
      else void readNow().finally(loop);
    }, everyMs);
  };
  loop();
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) live?.close();
    else live?.check();
    void readNow();
  });
}

/** Polling interval while the stream is open, in milliseconds, in case an event is lost. */
const SELDOM_MS = 60_000;

/** Runs an action, and once more if it was requested while running, however often. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    do {
      isWanted = false;
      await work();
    } while (isWanted);
    running = undefined;
  };
  return () => {
    isWanted = true;
    return (running ??= run());
  };
}

function liveParts(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-live]')];
}

/** Normalizes server markup: ignores times shown in the browser's time zone, and "2 minutes ago". */
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

/** Whether a key press is meant for the page: no text field has the focus, and no modifier key is held. */
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

/** Handles a key on this page, before the site's own shortcuts. */
export function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
