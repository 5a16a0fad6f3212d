import { describe, expect, it } from 'vitest';
import { toLayout } from './layout';

describe('W-2 layouts', () => {
  it.each([
    [undefined, 'popover'], ['none', 'popover'], ['default', 'popover'], ['bubble', 'popover'], ['popout', 'popout'], ['slideover', 'slideover'],
    ['center', 'center'], ['centered', 'center'], ['stretch', 'stretch'], ['stretched', 'stretch'], ['inline', 'stretch'],
    ['fullscreen', 'fullscreen'], ['full', 'fullscreen'], ['screen', 'fullscreen'], ['whatever', 'fullscreen'], ['stretchy', 'fullscreen'], ['inlined', 'fullscreen'], ['constructor', 'fullscreen'],
  ])('reads %s as %s', (name, layout) => {
    expect(toLayout(name)).toBe(layout);
  });
});
