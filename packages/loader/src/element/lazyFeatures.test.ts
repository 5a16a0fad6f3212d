import { afterEach, expect, it, vi } from 'vitest';
import type { LauncherElement } from '../elementTypes';
import type { WidgetState } from '../panelHost';
import { createLazyFeatures } from './lazyFeatures';

const element = document.createElement('div');
element.attachShadow({ mode: 'open' });
const state = { config: { tabTitle: true }, notifications: { hint: { text: 'Hello' } } } as unknown as WidgetState;

afterEach(() => {
  vi.doUnmock('./notices');
  vi.doUnmock('./attention');
  vi.restoreAllMocks();
});

it.each([
  ['./notices', 'createNotices', 'showNotices'],
  ['./attention', 'createAttention', 'showUnread'],
] as const)(
  'srv-04: %s, which could not be loaded, is named in the console and loaded with the next',
  async (file, create, method) => {
    const extras = createLazyFeatures(
      { element } as unknown as LauncherElement,
      state,
      new AbortController().signal,
      () => undefined,
    );
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.doMock(file, () => ({
      [create]: () => {
        throw new TypeError('not a file');
      },
    }));
    extras[method](1);
    await vi.waitFor(() => {
      expect(warned).toHaveBeenCalledOnce();
    });
    vi.resetModules();
    const show = vi.fn();
    vi.doMock(file, () => ({ [create]: () => ({ show }) }));
    extras[method](1);
    await vi.waitFor(() => {
      expect(show).toHaveBeenCalledOnce();
    });
  },
);
