import { describe, expect, it } from 'vitest';
import { inlineText } from './inlineContent';
import { readTypedText } from './typedText';

const written = (text: string): string =>
  readTypedText(text)
    .flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
    .map((inline) => (inline.kind === 'link' ? `[${inline.href}]` : inlineText([inline])))
    .join('');

describe('md-15 what a visitor wrote', () => {
  it.each([
    '2*3*4 = 24, snake_case_name and __init__ and ~~5~~',
    '# not a title\n- nor a list\n10. nor a number\n10. again',
    '[1]: https://a.example\n[text](not a link)',
    'Keep <exact lines> visible, <b>bold</b>, List<String>, <!-- all --> &lt; &amp;',
    '    indented\n\tby a tab\r\nand \\*back\\slashes\\*\n\n\n\nfar below',
    '$x$ and $5, `code` and ```js\nlet a;\n```',
    '\u202Eturned\u202C \u200Fמימין\u200F \u2067a\u2069 zero\u200Bwidth soft\u00ADhyphen',
    '👨‍👩‍👧‍👦 👍🏽 🇩🇪 1️⃣ \uD83D half',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'x'.repeat(32_768),
    `https://a.example/${')'.repeat(32_000)}`,
  ])('is all there: %j', (text) => {
    const [block, ...more] = readTypedText(text);
    expect(more).toEqual([]);
    expect(block?.kind === 'paragraph' && inlineText(block.inlines)).toBe(text);
  });

  it.each([
    ['see https://a.example/x, please', 'see [https://a.example/x], please'],
    ['请打开https://a.example/x。谢谢', '请打开[https://a.example/x]。谢谢'],
    ['(www.a.example/b_(c)) and [https://a.example/y]', '([http://www.a.example/b_(c)]) and [[https://a.example/y]]'],
    ['**https://a.example**', '**[https://a.example]**'],
    ['https:// and www. and xhttps://a.example', 'https:// and www. and xhttps://a.example'],
    ['javascript:alert(1) and data:text/html,x', 'javascript:alert(1) and data:text/html,x'],
  ])('has its addresses as links: %j', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it('that is empty is nothing', () => {
    expect(readTypedText('')).toEqual([]);
  });
});
