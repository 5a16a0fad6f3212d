import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderUserMarkdown } from './renderUserMarkdown';

describe('A101 markdown of a person of the Hub', () => {
  it.each([
    ['<img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>'],
    ['[x](javascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1) "title")'],
    ['[x](data:text/html,<script>alert(1)</script>)'],
    ['![x](https://evil.test/p.png)'],
    ['![" onerror="alert(1)](https://evil.test/" onerror="alert(1))'],
    ['<https://evil.test/"onmouseover="alert(1)>'],
    ['```"><img src=x onerror=alert(1)>\n<b>\n```'],
    ['[a]: javascript:alert(1)\n\n[a]'],
  ])('%s loads nothing and runs nothing', (text) => {
    const html = renderUserMarkdown(text);
    expect(html).not.toMatch(/<(?:img|script|iframe|svg|style|link)\b/i);
    expect(html).not.toMatch(/href="(?!https?:|\/|#|mailto:)/i);
    expect(html).not.toMatch(/<[a-z][^<>]*\son\w+=/i);
  });

  it('marks links as theirs, and begins headings below those of the page', () => {
    expect(renderUserMarkdown('# Title\n\n[shop](https://shop.test)')).toBe(
      '<h3>Title</h3>\n<p><a href="https://shop.test" rel="ugc nofollow noopener">shop</a></p>\n',
    );
  });

  it('whatever is written, no tag comes out but our own', () => {
    const own =
      /^<\/?(?:h[3-6]|p|a|em|strong|del|code|pre|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|th|td)\b[^<>]*>$/;
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '[',
      '](',
      ')',
      '!',
      '`',
      '\n',
      '*',
      '_',
      '#',
      '- ',
      '|',
      'javascript:',
      'https://x.test',
      '<img onerror=x>',
      '&',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (text) => {
        expect((renderUserMarkdown(text.join('')).match(/<[^<>]*>/g) ?? []).filter((tag) => !own.test(tag))).toEqual(
          [],
        );
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});
