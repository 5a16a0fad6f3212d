import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import { NEEDED_AT_ONCE } from './settingNames';
import type { Appearance, LauncherElement } from './elementTypes';
import type { LayoutName, LoadStrategy } from './types';

/**
 * When the frame is fetched by default: fullscreen at once, since it is visible at once; inline when it
 * comes into view.
 */
export function defaultLoad(layout: LayoutName): LoadStrategy {
  return layout === 'fullscreen' || isInlineLayout(layout) ? 'visible' : 'idle';
}

/**
 * Fetches the rest of the element now, or arranges for it when the visitor shows intent. A click always loads: that is
 * the launcher's own business.
 */
export function armLoading(
  { element, state: { layout, widgetId }, callController: need }: LauncherElement,
  appearance: Appearance,
  signal: AbortSignal,
): void {
  const { consent, load = defaultLoad(layout), launcher } = appearance;
  if (
    /eager|visible|frame/.test(load + launcher) ||
    Object.entries(appearance).some(([name, value]) => value && NEEDED_AT_ONCE.test(name)) ||
    /sotto_debug/.test(location as unknown as string)
  )
    void need('start');
  const isIdle = load === 'idle';
  if (!isIdle && load !== 'hover') return;
  // On the element: its launcher is drawn anew when its look changes. A finger is a pointer too, and enters before it
  // presses.
  element.addEventListener('pointerenter', () => void need('begin', 'intent'), { signal });
  element.addEventListener('focusin', () => void need('begin', 'intent'), { signal });
  if (isIdle)
    whenIdle(() => {
      try {
        // Named as in visits.ts, whose function would cost more bytes.
        if (!signal.aborted && consent !== 'wait' && `sotto:${widgetId}:seen` in localStorage)
          void need('begin', 'seen');
      } catch {
        /* a page without storage */
      }
    });
}

/**
 * Runs an action when the browser is idle after the page has loaded, or after 2 s: a page that is always busy, as with
 * an animation, is never idle.
 */
export function whenIdle(action: () => void): void {
  // Safari has no requestIdleCallback.
  const wait = (): void =>
    void (
      (window.requestIdleCallback as typeof requestIdleCallback | undefined)?.(action, { timeout: 2000 }) ??
      setTimeout(action, 2000)
    );
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}
