import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberConversation } from '../panel/rememberConversation';
import type { WidgetState } from '../panelHost';
import type { WidgetConfig } from '../types';
import { hasTalkedBefore, visitKey } from '../visits';
import { clearVisitSession, onConsentRevoked, readOpen, saveOpen } from './visitSession';

const OPEN = 'sotto:demo:open';
function stateOf(config: WidgetConfig, isOpen = true, layout = 'popover'): WidgetState {
  return { config, widgetId: 'demo', isOpen, layout } as WidgetState;
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As a browser does it that denies storage to a frame of another site. */
function denyStorage(name: 'localStorage' | 'sessionStorage'): void {
  vi.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
}
/** Nothing may be kept: not before consent, not in private widgets, not without a kept session. */
const NOT_KEPT: readonly WidgetConfig[] = [{ consent: 'wait' }, { privacy: true }, { session: 'none' }];

describe('whether the chat was open', () => {
  it.each([
    ['restoreOpen', { restoreOpen: true }, 'popover'],
    ['triggers', { triggers: { delaySeconds: 3 } as never }, 'popover'],
    ['a layout that opens by itself', {}, 'fullscreen'],
  ])('is remembered for the tab with %s', (_, config, layout) => {
    saveOpen(stateOf(config, true, layout));
    expect(readOpen(stateOf({}))).toBe(true);
    saveOpen(stateOf(config, false, layout));
    expect(readOpen(stateOf({}))).toBe(false);
    expect(JSON.parse(sessionStorage.getItem(OPEN) ?? '')).toEqual({ v: 1, value: false, expiresAt: 87_400_000 });
    expect(localStorage.length).toBe(0);
  });

  it('is not remembered otherwise', () => {
    saveOpen(stateOf({}));
    expect(sessionStorage.length).toBe(0);
    expect(readOpen(stateOf({ restoreOpen: true }))).toBeUndefined();
  });

  it.each(NOT_KEPT)('is neither written nor read with %o', (config) => {
    saveOpen(stateOf({ restoreOpen: true, ...config }));
    expect(sessionStorage.length).toBe(0);
    saveOpen(stateOf({ restoreOpen: true }));
    expect(readOpen(stateOf(config))).toBeUndefined();
  });

  it('is unknown where the storage is denied or holds something else, and nothing breaks', () => {
    sessionStorage.setItem(OPEN, '{');
    expect(readOpen(stateOf({}))).toBeUndefined();
    denyStorage('sessionStorage');
    expect(() => {
      saveOpen(stateOf({ restoreOpen: true }));
    }).not.toThrow();
    expect(readOpen(stateOf({}))).toBeUndefined();
  });
});

describe('5.4 whether the visitor has talked before', () => {
  it('is known for thirty days', () => {
    expect(hasTalkedBefore(window, 'demo', {})).toBe(false);
    rememberConversation(window, 'demo', {});
    expect(hasTalkedBefore(window, 'demo', {})).toBe(true);
    expect(hasTalkedBefore(window, 'other', {})).toBe(false);
    vi.setSystemTime(1_000_000 + 2_592_000_000 - 1);
    expect(hasTalkedBefore(window, 'demo', {})).toBe(true);
    vi.setSystemTime(1_000_000 + 2_592_000_000);
    expect(hasTalkedBefore(window, 'demo', {})).toBe(false);
  });

  it.each(NOT_KEPT)('is neither written nor read with %o', (config) => {
    rememberConversation(window, 'demo', config);
    expect(localStorage.length).toBe(0);
    rememberConversation(window, 'demo', {});
    expect(hasTalkedBefore(window, 'demo', config)).toBe(false);
  });

  it('is unknown where the storage is denied or holds something else', () => {
    localStorage.setItem(visitKey('demo'), 'null');
    expect(hasTalkedBefore(window, 'demo', {})).toBe(false);
    denyStorage('localStorage');
    expect(() => {
      rememberConversation(window, 'demo', {});
    }).not.toThrow();
    expect(hasTalkedBefore(window, 'demo', {})).toBe(false);
  });
});

describe('a consent that is taken back', () => {
  it('clears what the page’s storage has of this widget, and of no other', () => {
    for (const id of ['demo', 'other']) rememberConversation(window, id, {});
    saveOpen(stateOf({ restoreOpen: true }));
    clearVisitSession('demo');
    expect(Object.keys(localStorage)).toEqual([visitKey('other')]);
    expect(sessionStorage.length).toBe(0);
  });

  it('is heard in the other tabs: of this widget, once the note is gone, and not where consent is waited for', () => {
    const onCleared = vi.fn<() => void>();
    const ending = new AbortController();
    const state = stateOf({ consent: 'granted' });
    onConsentRevoked(state, ending.signal, onCleared);
    const tell = (key: string, newValue: string | null): boolean =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    tell(visitKey('other'), null);
    tell(visitKey('demo'), '{}');
    expect(onCleared).not.toHaveBeenCalled();
    tell(visitKey('demo'), null);
    expect(onCleared).toHaveBeenCalledTimes(1);
    Object.assign(state, { config: { consent: 'wait' } });
    tell(visitKey('demo'), null);
    Object.assign(state, { config: {} });
    ending.abort();
    tell(visitKey('demo'), null);
    expect(onCleared).toHaveBeenCalledTimes(1);
  });
});
