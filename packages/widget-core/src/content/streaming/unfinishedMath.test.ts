import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../../testing/fuzzRuns';
import type { Block, Inline } from '../contentBlocks';
import { parseContent } from '../parseContent';
import { createStreamingContent } from './streamingContent';

/** What a reader sees of blocks: their words, and `∎` for a formula or the place of one. */
function visible(blocks: readonly Block[]): string {
  const words = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) =>
        inline.kind === 'text' || inline.kind === 'code'
          ? inline.text
          : inline.kind === 'math'
            ? '∎'
            : 'inlines' in inline
              ? words(inline.inlines)
              : ' ',
      )
      .join('');
  const read = (block: Block): string => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return words(block.inlines);
      case 'quote':
        return visible(block.blocks);
      case 'list':
        return block.items.map((item) => visible(item.blocks)).join(' ');
      case 'table':
        return [block.header, ...block.rows].flatMap((row) => row.cells.map(words)).join(' ');
      case 'code':
      case 'plain':
        return block.text;
      case 'math':
        return '∎';
      case 'skeleton':
        return block.of === 'math' ? '∎' : '';
      default:
        return '';
    }
  };
  return blocks.map(read).join(' ');
}

const streaming = (text: string): string => visible(parseContent(text, { streaming: true }));
const TEX = /[$\\^_{}=]|int|frac|mc|alpha/;

/** Everything that is seen while a text is written, letter by letter. */
function seen(text: string): string[] {
  const content = createStreamingContent();
  return [...text].map((letter) => {
    content.append(letter);
    return visible(content.blocks);
  });
}

const WORDS = ['We', 'see', 'that', 'here,', 'and', 'so', 'on.', '**bold**', 'is'];
const TERMS = [
  '\\int_0^1',
  'x^2',
  '\\frac{a}{b}',
  'E=mc^2',
  '\\alpha',
  '\\text{if } y',
  'f(x)',
  '2x',
  '-1',
  '\\{1, 2\\}',
  'S_{n+1}',
];
const formula = fc.array(fc.constantFrom(...TERMS), { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' + '));
const inline = fc.oneof(
  fc.constantFrom(...WORDS),
  formula.map((tex) => `$${tex}$`),
  formula.map((tex) => `\\(${tex}\\)`),
  formula.map((tex) => `$$${tex}$$`),
);
const sentence = fc.array(inline, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const block = fc.oneof(
  sentence,
  sentence.map((text) => `- ${text}`),
  sentence.map((text) => `> ${text}`),
  sentence.map((text) => `## ${text}`),
  formula.map((tex) => `$$${tex}$$`),
  formula.map((tex) => `$$\n${tex}\n$$`),
  formula.map((tex) => `\\[\n${tex}\n\\]`),
  formula.map((tex) => `\`\`\`math\n${tex}\n\`\`\``),
);

describe('FW-10 a formula that is being written', () => {
  it('FW-10: shows nothing of its source at any letter', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
        const text = blocks.join('\n\n');
        expect(seen(text).filter((shown) => TEX.test(shown))).toEqual([]);
        expect(visible(parseContent(text))).not.toMatch(TEX);
      }),
      FUZZ,
    );
  });

  it.each([
    ['$$\\int_0^1 x^2\\', ['skeleton']],
    ['Text\n$$\\int_0^1', ['paragraph', 'skeleton']],
    ['Text\n\n$$\nx^2\n$', ['paragraph', 'skeleton']],
    ['\\[\nx^2', ['skeleton']],
    ['$$E=mc^2$$', ['math']],
  ])('FW-10: %j holds the place of a formula on lines of its own', (text, kinds) => {
    expect(parseContent(text, { streaming: true }).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['so $x^2 +', 'so ∎'],
    ['so \\(x^2', 'so ∎'],
    ['so $$x', 'so ∎'],
    ['so **$x +', 'so ∎'],
    ['so \\[x^2', 'so ∎'],
    ['so \\[sic', 'so'],
    ['so $x', 'so'],
    ['in $HOME/.con', 'in $HOME/.con'],
    ['> so\n> $$x\n> + y', 'so ∎'],
    ['- so\n  $$\n  x', 'so ∎'],
    ['so $x$', 'so ∎'],
    ['so $', 'so'],
    ['so \\', 'so'],
  ])('FW-10: %j holds the place of one inside a sentence', (text, shown) => {
    expect(streaming(text).replaceAll(/\s+/g, ' ').trim()).toBe(shown);
  });

  it.each([
    'It costs $5 and $6 here',
    'It costs $5, or $6.50.',
    'From $1,000 to $2,000 a year',
    'Only $5! Now',
    'A ($5) book',
    'It is $2k for all',
    '$5/month is little',
    'Set $HOME to a folder',
    'Use `$x` and `\\(`',
    '```js\nconst a = $x;\n```',
    'C:\\folder\\file',
    '5 $ is little',
  ])('FW-10: %j stays text, soon after the sign has come', (text) => {
    const whole = visible(parseContent(text));
    expect(whole).not.toContain('∎');
    expect(streaming(`${text} x `).trim().replace(/ x$/, '')).toBe(
      visible(parseContent(`${text} x `))
        .trim()
        .replace(/ x$/, ''),
    );
    // No more than a few words wait.
    for (const [index, shown] of seen(text).entries())
      expect(text.slice(0, index + 1).length - shown.length).toBeLessThan(20);
  });

  it('FW-10: what ends in its middle is shown as it was written', () => {
    expect(visible(parseContent('so $x^2 +'))).toBe('so $x^2 +');
    expect(visible(parseContent('$$\nx^2'))).toContain('x^2');
  });
});
