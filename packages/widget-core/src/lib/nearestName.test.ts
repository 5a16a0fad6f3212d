// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { nearestName } from './nearestName';

const KNOWN = ['barTitle', 'position', 'layout', 'meta', 'id', 'colorScheme', 'attachmentMaxBytes'];

describe('the name that was probably meant', () => {
  it.each([
    // Case, dashes and underscores are no difference.
    ['bar-title', 'barTitle'],
    ['BAR_TITLE', 'barTitle'],
    // Two letters, in long names a third of them.
    ['barTilte', 'barTitle'],
    ['positon', 'position'],
    ['layot', 'layout'],
    ['colourScheme', 'colorScheme'],
    ['attachmentsMaximumBytes', 'attachmentMaxBytes'],
    // One letter of a short one.
    ['i', 'id'],
    ['ids', 'id'],
    ['met', 'meta'],
  ])('of %s is %s', (written, meant) => {
    expect(nearestName(written, KNOWN)).toBe(` Did you mean "${meant}"?`);
  });

  it.each(['', '-', 'x', 'xyz', 'abc', 'mat', 'banana', 'posten', 'x'.repeat(41)])('of "%s" is none', (written) => {
    expect(nearestName(written, KNOWN)).toBe('');
  });

  it('is the nearest, and the first of two that are as near', () => {
    expect(nearestName('heid', ['hand', 'head', 'held'])).toBe(' Did you mean "head"?');
  });
});
