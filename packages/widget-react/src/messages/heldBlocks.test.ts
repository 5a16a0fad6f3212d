import { describe, expect, it } from 'vitest';
import { parseContent, type Block } from '@sotto/widget-core/content';
import { holdBlocks, type Waits } from './heldBlocks';

const formulaWaits: Waits = (part) => part.kind === 'math';
const read = (text: string): readonly Block[] => parseContent(text);
/** The kinds of what is shown, and of what is inside. */
const kinds = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if ('inlines' in block) return `${block.kind}(${block.inlines.map(({ kind }) => kind).join(' ')})`;
      if (block.kind === 'list') return `list(${block.items.map((item) => kinds(item.blocks)).join(' ')})`;
      if (block.kind === 'quote') return `quote(${kinds(block.blocks)})`;
      return block.kind === 'table' ? `table(${String(block.rows.length)})` : block.kind;
    })
    .join(' ');

describe('FW-9 what stands behind a part that is being loaded is held back', () => {
  it.each([
    ['a block', 'One\n\n$$x$$\n\nTwo', 'paragraph(text) math'],
    ['a sentence', 'One $x$ two\n\nThree', 'paragraph(text math)'],
    ['bold words', 'One **a $x$ b** two', 'paragraph(text strong)'],
    ['a list', '- one\n- two $x$ more\n- three\n\nFour', 'list(paragraph(text) paragraph(text math))'],
    ['a quote', '> One\n>\n> $$x$$\n>\n> Two\n\nThree', 'quote(paragraph(text) math)'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n| $x$ | 4 |\n| 5 | 6 |\n\nEnd', 'table(2)'],
    ['the head of a table', '| a | $x$ |\n|---|---|\n| 1 | 2 |\n\nEnd', 'table(0)'],
  ])('in %s', (_, text, shown) => {
    expect(kinds(holdBlocks(read(text), formulaWaits))).toBe(shown);
  });

  it('and nothing when nothing waits: the blocks are the same', () => {
    const blocks = read('One $x$ two\n\n- a\n- b\n\n| a |\n|---|\n| 1 |');
    expect(holdBlocks(blocks, () => false)).toBe(blocks);
  });
});
