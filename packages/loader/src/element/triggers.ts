import type { Triggers } from '../types';

/** What the triggers observe and do. */
export interface TriggersOptions {
  readonly triggers: Triggers;
  readonly window: Window & typeof globalThis;
  readonly signal: AbortSignal;
  /** Opens the chat; called at most once. */
  readonly onTrigger: () => void;
}

/** How often to check the page's address in browsers that do not report changes, in milliseconds. */
const LOOK_MS = 500;

/**
 * Opens the chat on a condition set by the owner: after some seconds, far down the page, when the visitor is about to
 * leave, or on certain pages. A separate chunk, because it is off by default. With an address, the other conditions
 * apply only on matching pages; an address alone is a condition too.
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
  // The pointer leaves the window at the top, towards tabs and address bar. Touch screens have no equivalent.
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
      // `pushState` fires no event in these browsers, and wrapping the page's functions for this would be intrusive.
      const looking = window.setInterval(fire, LOOK_MS);
      ending.signal.addEventListener('abort', () => {
        window.clearInterval(looking);
      });
    }
    fire();
  }
}

/** Whether an address matches a pattern: `*` is a wildcard, and a pattern starting with a slash is a path. */
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
