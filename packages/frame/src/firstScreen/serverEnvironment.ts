import type { WidgetEnvironment } from '@sotto/widget-core';

const nothing = (): void => undefined;
const never = <Result>(): Promise<Result> => new Promise(() => undefined);

/**
 * The surroundings of a widget that is drawn once on a server: no storage, no network, no timers, no other tabs. What
 * is known of the visitor is what the request says of the browser.
 */
export function serverEnvironment(languages: readonly string[]): WidgetEnvironment {
  return {
    clock: { now: () => 0, setTimer: () => nothing },
    fetch: never,
    localStorage: undefined,
    sessionStorage: undefined,
    locks: { hold: never },
    openChannel: () => undefined,
    connectivity: { isOnline: () => true, onChange: () => nothing },
    page: {
      isHidden: () => false,
      onVisibilityChange: () => nothing,
      onLeave: () => nothing,
      onReturn: () => nothing,
    },
    onFrame: () => nothing,
    languages,
    timeZone: 'UTC',
    userAgent: '',
    matchesMedia: () => false,
    viewport: () => ({ width: 0, height: 0 }),
    warn: nothing,
  };
}
