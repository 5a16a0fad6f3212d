import type { Widget } from '@sotto/widget-core';
import type { FrameBridge } from '@sotto/widget-core/internal';
import { expect, it, vi } from 'vitest';
import { followHost } from './hostOptions';

it('a page over a closed chat gets room from the host, one over an open chat has it already', () => {
  const resize = vi.fn();
  const listeners: ((state: object, before: object) => void)[] = [];
  let state: { overlay?: object; isOpen: boolean } = { isOpen: true };
  const view = { getState: () => state, subscribe: (listener: (typeof listeners)[0]) => listeners.push(listener) };
  followHost({ view } as unknown as Widget, { resize } as unknown as FrameBridge, document.body, undefined);
  const set = (next: typeof state): void => {
    const before = state;
    state = next;
    for (const listener of listeners) listener(next, before);
  };
  set({ overlay: {}, isOpen: true });
  expect(resize).not.toHaveBeenCalled();
  set({ isOpen: false });
  expect(resize).not.toHaveBeenCalled();
  set({ overlay: {}, isOpen: false });
  expect(resize).toHaveBeenCalledExactlyOnceWith(expect.any(Number), expect.any(Number), 'overlay');
});
