import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PanelHost } from '../panelHost';
import type { LayoutName, WidgetConfig } from '../types';
import { beModal } from './modal';

const undoAll: (() => void)[] = [];
afterEach(() => {
  for (const undo of undoAll.splice(0)) undo();
  document.documentElement.removeAttribute('style');
  document.body.replaceChildren();
  Reflect.deleteProperty(window, 'CloseWatcher');
  vi.unstubAllGlobals();
});

function open(layout: LayoutName = 'popover', config: WidgetConfig = {}, isPhone = false) {
  const setOpen = vi.fn();
  const panel = document.createElement('div');
  panel.classList.toggle('phone', isPhone);
  // Not on the page: happy-dom would try to load the frame.
  panel.append(document.createElement('iframe'));
  const undo = beModal({ window, state: { config, layout }, setOpen } as unknown as PanelHost, panel);
  undoAll.push(undo);
  return { undo, panel, setOpen };
}

describe('2.9 a panel that covers the page', () => {
  it('holds the page still, counted over widgets, and gives back what was there', () => {
    document.documentElement.style.overflow = 'scroll';
    const first = open();
    const second = open();
    expect(document.documentElement.style.overflow).toBe('hidden');
    first.undo();
    expect(document.documentElement.style.overflow).toBe('hidden');
    second.undo();
    expect(document.documentElement.style.overflow).toBe('scroll');
    expect(document.documentElement.dataset).toEqual({});
    undoAll.length = 0;
  });

  it('a popout has a backdrop instead: the page may scroll', () => {
    open('popout');
    expect(document.documentElement.style.overflow).toBe('');
  });

  it.each([
    ['a keyboard', { height: 508, offsetTop: 0 }, '0px', '508px'],
    ['a keyboard for which the browser has moved the view', { height: 508, offsetTop: 120 }, '120px', '508px'],
    ['words above the keyboard', { height: 464, offsetTop: 0 }, '0px', '464px'],
    ['a keyboard that floats', { height: 844, offsetTop: 0 }, '0px', '844px'],
    ['a page that is wider than the screen', { height: 2121, offsetTop: 0, scale: 0.4 }, '0px', '2121px'],
    // Who zooms in looks at a part of it, and moves about in it.
    ['two fingers', { height: 422, offsetTop: 211, scale: 2 }, '0px', '844px'],
    ['two fingers, and a keyboard', { height: 254, offsetTop: 90, scale: 2 }, '0px', '508px'],
  ])('emb-05 stays in view with %s', async (_, change, top, height) => {
    for (const layout of ['popover', 'popout', 'slideover', 'fullscreen'] as const) {
      const viewport = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });
      vi.stubGlobal('visualViewport', viewport);
      const { panel, undo } = open(layout, {}, layout !== 'fullscreen');
      Object.assign(viewport, change).dispatchEvent(new Event('resize'));
      await vi.waitFor(() => {
        expect([panel.style.getPropertyValue('--top'), panel.style.getPropertyValue('--height')]).toEqual([
          top,
          height,
        ]);
      });
      undo();
      expect(panel.style.getPropertyValue('--height')).toBe('');
    }
    undoAll.length = 0;
  });

  it('keeps the focus with a stop on either side of the frame', () => {
    const { panel, undo } = open();
    expect([...panel.children].map(({ localName }) => localName)).toEqual(['span', 'iframe', 'span']);
    const focus = vi.spyOn(panel.querySelector('iframe') as HTMLIFrameElement, 'focus');
    panel.firstElementChild?.dispatchEvent(new Event('focus'));
    panel.lastElementChild?.dispatchEvent(new Event('focus'));
    expect(focus).toHaveBeenCalledTimes(2);
    undo();
    expect([...panel.children].map(({ localName }) => localName)).toEqual(['iframe']);
    undoAll.length = 0;
  });
});

describe('2.11 the way back', () => {
  it("closes by the platform's close watcher, which ends with the panel", () => {
    const watchers: (EventTarget & { destroy: () => void })[] = [];
    Object.assign(window, {
      CloseWatcher: class extends EventTarget {
        destroy = vi.fn();
        constructor() {
          super();
          watchers.push(this);
        }
      },
    });
    const { setOpen, undo } = open();
    watchers[0]?.dispatchEvent(new Event('close'));
    expect(setOpen).toHaveBeenCalledWith(false, 'back');
    undo();
    expect(watchers[0]?.destroy).toHaveBeenCalled();
    open('popover', { back: 'off' });
    expect(watchers).toHaveLength(1);
    // FW-2: on somebody's page fullscreen covers what is not ours, and can be left like any other.
    open('fullscreen');
    expect(watchers).toHaveLength(2);
  });

  it('with back="history" one step is made, keeps what the page has there, and is taken back', () => {
    const push = vi.spyOn(history, 'pushState');
    const { setOpen, undo } = open('popover', { back: 'history' });
    expect(push).toHaveBeenCalledTimes(1);
    Object.defineProperty(history, 'state', { value: null, configurable: true });
    window.dispatchEvent(new Event('popstate'));
    expect(setOpen).toHaveBeenCalledWith(false, 'back');
    const back = vi.spyOn(history, 'back');
    undo();
    expect(back).not.toHaveBeenCalled();
    undoAll.length = 0;
  });
});
