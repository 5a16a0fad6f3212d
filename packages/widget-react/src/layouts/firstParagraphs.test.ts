import { describe, expect, it } from 'vitest';
import { firstParagraphs } from './Peek';

describe('W-4 the first paragraphs', () => {
  it('are three at most', () => {
    expect(firstParagraphs('a\nb\n\n\nc\n\nd\n\ne')).toBe('a\nb\n\n\nc\n\nd');
    expect(firstParagraphs('  short  ')).toBe('short');
  });

  it('do not end inside of code', () => {
    const text = 'a\n\n```\none\n\ntwo\n\nthree\n```\n\nb\n\nc';
    expect(firstParagraphs(text)).toBe('a\n\n```\none\n\ntwo\n\nthree\n```\n\nb');
  });
});
