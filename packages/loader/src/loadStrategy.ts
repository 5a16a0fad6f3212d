import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import { NEEDED_AT_ONCE } from './settingNames';
import type { Appearance, LauncherElement } from './elementTypes';
import type { LayoutName, LoadStrategy } from './types';

/**
 * Default time to load the frame: fullscreen layouts immediately, because they are visible; inline ones when they
 * come into view.
 */
export function defaultLoad(layout: LayoutName): LoadStrategy {
  return layout === 'fullscreen' || isInlineLayout(layout) ? 'visible' : 'idle';
}

/** Loads the rest of the element now, or when the visitor shows intent. A click on the launcher always loads it. */
export function armLoading(
  { element, state: { layout, widgetId }, callController: need, signal }: LauncherElement,
  appearance: Appearance,
): void {
  // It was removed while its settings were loading.
  if (!signal) return;
  const { consent, load = defaultLoad(layout), launcher } = appearance;
  if (
    /eager|visible|frame/.test(load + launcher) ||
    Object.entries(appearance).some(([name, value]) => value && NEEDED_AT_ONCE.test(name)) ||
    /sotto_debug/.test(location as unknown as string)
  )
    void need('start');
  if (!/idle|hover/.test(load)) return;
  // Listen on the element, because its launcher may be removed and added. Touch fires pointerenter too, before the
  // press.
  element.addEventListener('pointerenter', () => void need('begin', 'intent'), { signal });
  element.addEventListener('focusin', () => void need('begin', 'intent'), { signal });
  if (load === 'idle')
    whenIdle(() => {
      try {
        // The same key as in visits.ts, whose function would need more bytes.
        if (!signal.aborted && consent !== 'wait' && `sotto:${widgetId}:seen` in localStorage)
          void need('begin', 'seen');
      } catch {
        /* a page without storage */
      }
    });
}

/**
 * Runs an action when the browser is idle after the page has loaded, at the latest after 2 s, because a page with an
 * animation may never be idle.
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
