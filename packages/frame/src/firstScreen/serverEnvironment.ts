import type { WidgetEnvironment } from '@sotto/widget-core';
import { systemClock } from '@sotto/widget-core/internal/protocol';

/** What the server knows of a visitor who has just asked for the page. */
export interface UnknownVisitor {
  readonly scheme: 'light' | 'dark';
  readonly isTouch: boolean;
}

const nothing = (): void => undefined;

/**
 * A browser that keeps nothing and reaches nobody: what is drawn in it is how a widget looks to a visitor who comes for
 * the first time.
 */
export function serverEnvironment({ scheme, isTouch }: UnknownVisitor): WidgetEnvironment {
  return {
    clock: { ...systemClock, setTimer: () => nothing },
    fetch: () => new Promise(nothing),
    localStorage: undefined,
    sessionStorage: undefined,
    locks: { hold: () => new Promise(nothing) },
    openChannel: () => undefined,
    connectivity: { isOnline: () => true, onChange: () => nothing },
    page: {
      isHidden: () => false,
      onVisibilityChange: () => nothing,
      onLeave: () => nothing,
      onReturn: () => nothing,
    },
    onFrame: () => nothing,
    languages: [],
    timeZone: undefined,
    userAgent: '',
    matchesMedia: (query) =>
      query === `(prefers-color-scheme: ${scheme})` || (isTouch && query === '(pointer: coarse)'),
    viewport: () => ({ width: 0, height: 0 }),
    warn: nothing,
  };
}
