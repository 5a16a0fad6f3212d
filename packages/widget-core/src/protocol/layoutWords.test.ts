import { describe, expect, it } from 'vitest';
import { LAYOUT_WORDS, readLayoutWord } from './layoutWords';

describe('W-2 FW-3 the words for a layout', () => {
  it.each([
    ['popover', 'popover'],
    ['none', 'popover'],
    ['default', 'popover'],
    ['bubble', 'popover'],
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
  ])('reads "%s" as %s, whatever its case and the space around it', (word, layout) => {
    for (const written of [word, word.toUpperCase(), ` ${word.charAt(0).toUpperCase()}${word.slice(1)}\n`])
      expect(readLayoutWord(written)).toBe(layout);
  });

  it.each(['popver', 'popovered', 'stretchy', 'inlined', 'full screen', 'constructor', '__proto__', 'true'])(
    'reads the unknown word "%s" as fullscreen',
    (word) => {
      expect(readLayoutWord(word)).toBe('fullscreen');
      expect(LAYOUT_WORDS).not.toContain(word);
    },
  );

  it.each([[''], ['  '], [undefined], [null], [true], [false], [7], [{}]])('takes %j for not set', (word) => {
    expect(readLayoutWord(word)).toBe('popover');
    expect(readLayoutWord(word, 'slideover')).toBe('slideover');
  });

  it('knows every word that is no mistake', () => {
    expect(LAYOUT_WORDS.filter((word) => readLayoutWord(word) === 'fullscreen')).toEqual([
      'fullscreen',
      'full',
      'screen',
    ]);
    expect(LAYOUT_WORDS).toHaveLength(14);
  });
});
