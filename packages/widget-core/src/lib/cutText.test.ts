import { afterEach, describe, expect, it, vi } from 'vitest';
import { cutText } from './cutText';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sse-21 the beginning of a text', () => {
  it.each([59, 60, 119, 120, 239, 240])('never ends in half an emoji: %i letters before it', (count) => {
    const text = `${'a'.repeat(count)}\u{1f44d}`;
    for (const limit of [60, 120, 240, count + 1, count + 2]) {
      const cut = cutText(text, limit);
      expect(cut).not.toMatch(/\p{Cs}/u);
      expect(cut.length).toBeLessThanOrEqual(limit);
      // Whole where there is room, and no letter more is left out than the emoji.
      expect(cut).toBe(limit >= text.length ? text : 'a'.repeat(Math.min(limit, count)));
    }
  });

  it.each(['👨‍👩‍👧', '👍🏽', '🇩🇪', 'e\u0301', '1️⃣', 'नि'])('has the whole of %s, or nothing', (character) => {
    for (let limit = 1; limit <= 3 + character.length; limit += 1) {
      const cut = cutText(`abc${character}d`, limit);
      expect(cut).toBe(limit < 3 ? 'abc'.slice(0, limit) : limit < 3 + character.length ? 'abc' : `abc${character}`);
    }
  });

  it('keeps flags apart, whatever stands before them', () => {
    expect(cutText('🇩🇪'.repeat(40), 102)).toBe('🇩🇪'.repeat(25));
  });

  it('cuts between characters what is one without end', () => {
    expect(cutText(`a${'\u0301'.repeat(500)}`, 200)).toHaveLength(200);
    expect(cutText('\u200d\u{1f469}'.repeat(200), 100)).not.toMatch(/\p{Cs}/u);
  });

  it('cuts between code points where the browser knows no characters', () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    expect(cutText('a\u{1f44d}b', 2)).toBe('a');
    expect(cutText('a\u{1f44d}b', 3)).toBe('a\u{1f44d}');
  });

  it('is the text itself when that is short enough', () => {
    expect(cutText('', 0)).toBe('');
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('\u{1f44d}', 1)).toBe('');
  });
});
