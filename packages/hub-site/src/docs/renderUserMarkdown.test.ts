import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_SIZES, HOSTILE_TEXTS } from '../../../widget-core/src/testing/hostileTexts';
import { renderUserMarkdown } from './renderUserMarkdown';

describe('suggested replies', () => {
  it('are told apart, as the buttons that they were in the chat', () => {
    const html = renderUserMarkdown('You can ask:\n\n[Opening hours]() [E-bikes: **batteries**]()');
    expect(html).toContain(
      '<p><span class="suggested">Opening hours</span> <span class="suggested">E-bikes: <strong>batteries</strong></span></p>',
    );
  });
});

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

  it.each([
    [
      'a *b* **c** ~~d~~ `e` <i>f</i>\ng',
      '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code> &lt;i&gt;f&lt;/i&gt;<br>g</p>\n',
    ],
    ['- a\n- [x] b\n  - c', '<ul>\n<li>a</li>\n<li>☑ b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n'],
    ['3. a\n\n4. [ ] b', '<ol start="3">\n<li><p>a</p>\n</li>\n<li>☐ <p>b</p>\n</li>\n</ol>\n'],
    [
      '|a|b|\n|-|-:|\n|1|2|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n' +
        '<tbody><tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody></table>\n',
    ],
    ['| |b|\n|-|-|', '<table>\n<thead>\n<tr>\n<td></td>\n<th>b</th>\n</tr>\n</thead>\n</table>\n'],
    ['> a\n\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n'],
    [
      '```js\nif (a < b) c;\n```',
      '<pre tabindex="0" role="region" aria-label="Code"><code>if (a &lt; b) c;</code></pre>\n',
    ],
    ['A claim[^1]\n\n[^1]: Its *source*', '<p>A claim[1]</p>\n<p>[1] Its <em>source</em></p>\n'],
    [
      '![a shoe](https://a.test/b.png) and $5',
      '<p><a href="https://a.test/b.png" rel="ugc nofollow noopener">a shoe</a> and $5</p>\n',
    ],
  ])('%j is %s', (text, html) => {
    expect(renderUserMarkdown(text)).toBe(html);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('%s: the words before and after it are on the page', (_kind, make) => {
    for (const size of HOSTILE_SIZES) {
      const html = renderUserMarkdown(`Beginning.\n\n${make(size)}\n\nThe end.`);
      expect(html).toContain('Beginning.');
      expect(html).toContain('The end.');
    }
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
