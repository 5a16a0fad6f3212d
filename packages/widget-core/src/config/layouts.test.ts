import { describe, expect, it } from 'vitest';
import { LAYOUTS, POPOVER_MAXIMIZED } from './layouts';

describe('W-2 the six layouts', () => {
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
