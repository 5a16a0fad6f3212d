import { describe, expect, it } from 'vitest';
import type { Inline } from './contentBlocks';
import { parseContent } from './parseContent';

const formulas = (text: string, math = true): string[] => {
  const [block] = parseContent(text, { math });
  const find = (inlines: readonly Inline[]): string[] =>
    inlines.flatMap((inline) =>
      inline.kind === 'math' ? [inline.source] : 'inlines' in inline ? find(inline.inlines) : [],
    );
  return block && 'inlines' in block ? find(block.inlines) : [];
};

describe('W-17 which dollar opens a formula', () => {
  it.each([
    '$5 to $10',
    'it costs $5, not $10.',
    'a$b$',
    '$ x$',
    '$x $',
    '$x$5',
    '`$x$`',
    '$x\ny$',
    'US$5 and US$6',
    '\\$x$',
  ])('%j is text', (text) => {
    expect(formulas(text)).toEqual([]);
  });

  it.each([
    ['$x^2$', ['x^2']],
    ['so $a_1 * b_1$, and ($c$)', ['a_1 * b_1', 'c']],
    ['\\(a_1\\) or $$z$$ here', ['a_1', 'z']],
    ['$5 and $x$', ['x']],
    ['**bold $x$**', ['x']],
    ['*it $a*b$ is*', ['a*b']],
  ])('%j', (text, expected) => {
    expect(formulas(text)).toEqual(expected);
  });

  it('reads formulas on lines of their own', () => {
    const kinds = parseContent('a\n$$\nx\n+ y\n$$\n\\[\nz\n\\]\n```math\nq\n```').map((block) =>
      block.kind === 'math' ? block.source : block.kind,
    );
    expect(kinds).toEqual(['paragraph', 'x\n+ y', 'z', 'q']);
  });

  it('is source text when switched off, unclosed or too long', () => {
    expect(formulas('$x$', false)).toEqual([]);
    expect(parseContent('$$\nx').map((block) => block.kind)).toEqual(['paragraph']);
    expect(formulas(`$${'x'.repeat(2_001)}$`)).toEqual([]);
  });
});
