import type { LoadStrategy } from './types';

/** When to fetch what. */
export interface LoadStrategyOptions {
  window: Window & typeof globalThis;
  strategy: LoadStrategy;
  /** What a visitor's intent shows on: the element. Its launcher is drawn anew when its look changes. */
  target: Element;
  /** Whether the frame is wanted before any intent: this visitor has talked before. */
  isWanted: () => boolean;
  load: () => void;
  signal: AbortSignal;
}

interface Network {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** Calls `load` when the strategy says so. A click always loads: that is the element's own business. */
export function armLoading({ window, strategy, target, isWanted, load, signal }: LoadStrategyOptions): void {
  const { saveData, effectiveType } = (window.navigator as Network).connection ?? {};
  if (strategy === 'eager') load();
  if (strategy === 'visible') {
    const observer = new window.IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) load();
    }, { rootMargin: '200px' });
    observer.observe(target);
    signal.addEventListener('abort', () => { observer.disconnect(); });
  }
  // Data that a person pays for is not spent before they ask.
  if (strategy === 'hover' || (strategy === 'idle' && !saveData && !effectiveType?.includes('2g'))) {
    for (const type of ['pointerenter', 'focusin', 'touchstart']) target.addEventListener(type, load, { once: true, passive: true, signal });
    if (strategy === 'idle') whenIdle(window, signal, () => { if (isWanted()) load(); });
  }
}

/** Runs an action in a quiet moment after the page has loaded; 2 s after it where the browser cannot tell. */
export function whenIdle(window: Window & typeof globalThis, signal: AbortSignal | undefined, action: () => void): void {
  const run = (): void => { if (!signal?.aborted) action(); };
  const wait = (): void => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run);
    else setTimeout(run, 2000);
  };
  if (window.document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true, ...(signal && { signal }) });
}
