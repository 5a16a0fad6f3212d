import { describe, expect, it } from 'vitest';
import { firstParagraphs, toPlainText } from './plainText';

describe('contract 3.6 plain text', () => {
  it('drops markup and keeps list marks and the words of links', () => {
    const text =
      '# Hi **there**\n\nSee [the docs](https://a.example) &amp; `code`\nnext line\n\n1. one\n2. two\n   - ' +
      'inner\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n![a picture](https://a.example/x.png)';
    expect(toPlainText(text)).toBe(
      'Hi there\n\nSee the docs & code\nnext line\n\n1. one\n2. two\n   - inner\n\nquoted\n\na, b\n1, 2\n\na picture',
    );
  });

  it('names rich blocks by their titles', () => {
    expect(toPlainText('```buttons\n- caption: "Track it"\n- {caption: Returns, href: /r}\n```')).toBe(
      'Track it\nReturns',
    );
    expect(toPlainText('```card\n{"title": "Shoe", "description": "Red"}\n```')).toBe('Shoe\nRed');
  });

  it('W-4 gives the first three paragraphs for the peek', () => {
    expect(firstParagraphs('one\n\n**two**\n\n---\n\nthree\n\nfour', 3)).toEqual(['one', 'two', 'three']);
  });
});
