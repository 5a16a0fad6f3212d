import type { Triggers } from '../types';

/** What the triggers watch, and what they do. */
export interface TriggersOptions {
  readonly triggers: Triggers;
  readonly window: Window & typeof globalThis;
  readonly signal: AbortSignal;
  /** Opens the chat; called at most once. */
  readonly onTrigger: () => void;
}

/** How often the page's address is checked where the browser does not report its changes, in milliseconds. */
const LOOK_MS = 500;

/**
 * Opens the chat for a visitor who may want it: after some seconds, far down the page, about to leave, or on certain
 * pages. Off unless the owner wants it; a chunk of its own for that reason. Where a page's address is given, the others
 * count on such pages only; alone it is reason enough.
 */
export function watchTriggers({ triggers, window, signal, onTrigger }: TriggersOptions): void {
  const { afterSeconds, scrollPercent, exitIntent, url } = triggers;
  const page = window.document;
  const ending = new AbortController();
  signal.addEventListener(
    'abort',
    () => {
      ending.abort();
    },
    { signal: ending.signal },
  );
  const listen = { signal: ending.signal, passive: true };
  const fire = (): void => {
    if (ending.signal.aborted || (url !== undefined && !matchesPage(window.location.href, url))) return;
    ending.abort();
    onTrigger();
  };
  const follow =
    (isReached: () => boolean): (() => void) =>
    () => {
      if (isReached()) fire();
    };

  if (afterSeconds !== undefined) {
    const timer = window.setTimeout(fire, afterSeconds * 1000);
    ending.signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
    });
  }
  if (scrollPercent !== undefined) {
    window.addEventListener(
      'scroll',
      follow(() => {
        const { scrollHeight } = page.documentElement;
        return (window.scrollY + window.innerHeight) * 100 >= scrollHeight * scrollPercent;
      }),
      listen,
    );
  }
  // The pointer leaves the window upwards, to the tabs and the address; on touch screens there is no such sign.
  if (exitIntent)
    page.addEventListener(
      'mouseout',
      ({ relatedTarget, clientY }) => {
        if (!relatedTarget && clientY <= 0) fire();
      },
      listen,
    );
  if (url !== undefined && afterSeconds === undefined && scrollPercent === undefined && !exitIntent) {
    const { navigation } = window as { navigation?: EventTarget };
    navigation?.addEventListener('navigatesuccess', fire, listen);
    window.addEventListener('popstate', fire, listen);
    if (!navigation) {
      // A step made by `pushState` gives no event there, and the page's own functions are not ours to wrap for this.
      const looking = window.setInterval(fire, LOOK_MS);
      ending.signal.addEventListener('abort', () => {
        window.clearInterval(looking);
      });
    }
    fire();
  }
}

/** Whether an address fits a pattern: with `*` for anything; a pattern that begins with a slash is a path. */
export function matchesPage(href: string, pattern: string): boolean {
  const { pathname, search, origin } = new URL(href);
  const address = pattern.startsWith('/')
    ? pathname + (pattern.includes('?') ? search : '')
    : origin + pathname + search;
  const expression = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${expression}$`).test(address);
}
