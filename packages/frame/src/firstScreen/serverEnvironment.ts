import type { WidgetEnvironment } from '@sotto/widget-core';
import { systemClock } from '@sotto/widget-core/internal/protocol';

/** What the server knows about a visitor when they request the page. */
export interface UnknownVisitor {
  readonly scheme: 'light' | 'dark';
  readonly isTouch: boolean;
}

const nothing = (): void => undefined;

/**
 * A browser environment without storage or network: a widget rendered in it looks as it does to a first-time visitor.
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
