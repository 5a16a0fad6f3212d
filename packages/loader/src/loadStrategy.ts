import { hasLauncher } from './layout';
import type { Look, Shell } from './shellTypes';

/** What the browser tells of the visitor's connection, where it does. */
export interface Network {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** Fetches the rest of the element now, or arranges for it when the visitor shows intent. A click always loads: that is the launcher's own business. */
export function armLoading({ element, state: { layout, widgetId }, need }: Shell, look: Look, signal: AbortSignal): void {
  const { consent, load = hasLauncher(layout) ? 'idle' : 'visible' } = look;
  const { saveData, effectiveType } = (navigator as Network).connection ?? {};
  // Whoever opens the chat by a button of the page, lets the frame draw the launcher, or asks for the doctor, needs the rest now.
  if (/eag|vis|lau|open|short|trig|layer|debug/.test(load + (Object.keys(look) as never as string) + (/o_debug/.exec(location as never) as never as string))) void need('start');
  // Data that a person pays for is not spent before they ask.
  const isIdle = load === 'idle' && !saveData && !/2g/.test(effectiveType as string);
  if (!isIdle && load !== 'hover') return;
  // On the element: its launcher is drawn anew when its look changes. A finger is a pointer too, and enters before it presses.
  element.addEventListener('pointerenter', () => { void need('begin'); }, { signal });
  element.addEventListener('focusin', () => { void need('begin'); }, { signal });
  if (isIdle) whenIdle(() => {
    try {
      // Named as in seen.ts, whose function would cost more bytes.
      if (!signal.aborted && consent !== 'wait' && `sotto:${widgetId}:seen` in localStorage) void need('begin', 'seen');
    } catch { /* a page without storage */ }
  });
}

/** Runs an action in a quiet moment after the page has loaded; 2 s after it where the browser cannot tell. */
export function whenIdle(action: () => void): void {
  // Safari has no requestIdleCallback.
  const wait = (): void => void ((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? ((later: () => void) => setTimeout(later, 2000)))(action);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}
