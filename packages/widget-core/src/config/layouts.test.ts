import { describe, expect, it } from 'vitest';
import { isKnownLayout, LAYOUTS, POPOVER_MAXIMIZED, toLayoutName } from './layouts';

describe('W-2 the six layouts', () => {
  it.each([
    ['popover', 'popover'],
    ['none', 'popover'],
    ['default', 'popover'],
    ['bubble', 'popover'],
    ['', 'popover'],
    ['popout', 'popout'],
    ['slideover', 'slideover'],
    ['center', 'center'],
    ['centered', 'center'],
    ['stretch', 'stretch'],
    ['stretched', 'stretch'],
    ['inline', 'stretch'],
    ['fullscreen', 'fullscreen'],
    ['full', 'fullscreen'],
    ['screen', 'fullscreen'],
    ['  PopOver ', 'popover'],
    ['sidebar', 'fullscreen'],
    ['constructor', 'fullscreen'],
    ['__proto__', 'fullscreen'],
  ])('reads "%s" as %s', (written, layout) => {
    expect(toLayoutName(written)).toBe(layout);
  });

  it('knows names and aliases from other words', () => {
    expect(['Popover', 'inline', ''].every(isKnownLayout)).toBe(true);
    expect(['sidebar', 'constructor'].some(isKnownLayout)).toBe(false);
  });

  it('has a launcher where it floats, and a peek beside popover and popout [W-3, W-4]', () => {
    const names = (has: 'hasLauncher' | 'hasPeek' | 'canClose' | 'canMaximize' | 'hasBackdrop'): string[] =>
      Object.entries(LAYOUTS)
        .filter(([, layout]) => layout[has])
        .map(([name]) => name);
    expect(names('hasLauncher')).toEqual(['popover', 'popout', 'slideover']);
    expect(names('canClose')).toEqual(['popover', 'popout', 'slideover']);
    expect(names('hasPeek')).toEqual(['popover', 'popout']);
    expect(names('canMaximize')).toEqual(['popover']);
    expect(names('hasBackdrop')).toEqual(['popout']);
  });

  it('has the sizes of the specification', () => {
    expect(LAYOUTS.popover).toMatchObject({ width: '420px', height: '860px' });
    expect(POPOVER_MAXIMIZED).toEqual({ width: '650px', height: '5000px' });
    expect(LAYOUTS.popout).toMatchObject({ width: '680px', height: '680px' });
    expect(LAYOUTS.slideover).toMatchObject({ width: '30rem', height: undefined });
    expect(LAYOUTS.center).toMatchObject({ width: '35rem', height: '50rem' });
  });
});
