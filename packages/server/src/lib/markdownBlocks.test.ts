import { describe, expect, it } from 'vitest';
import { HOSTILE_SIZES, HOSTILE_TEXTS } from '../../../widget-core/src/testing/hostileTexts';
import { splitMarkdown } from './markdownBlocks';

/** The blocks of a text in short: their kind, and what they say. */
function read(text: string): string[] {
  return splitMarkdown(text).map((block) => {
    if (block.kind === 'heading') return `h${String(block.depth)} ${block.text}`;
    return block.kind === 'fence' ? `${block.info || 'fence'}: ${block.text}` : `${block.kind} ${block.raw.trim()}`;
  });
}

describe('the blocks of a document', () => {
  it.each<[string, string[]]>([
    ['# One ##\ntext\n\n###\n#no\n', ['h1 One', 'text text', 'h3 ', 'text #no']],
    ['Two\nlines\n===\ntext\n---\n', ['h1 Two\nlines', 'h2 text']],
    ['a\n```fetch\nGET x\n\n- b\n```\nc', ['text a', 'fetch: GET x\n\n- b', 'text c']],
    ['  ~~~\n  a\n ```\n  ~~~\nb', ['fence: a\n```', 'text b']],
    ['````md\n```\na\n```\n````\n', ['md: ```\na\n```']],
    ['```\nnever closed', ['fence: never closed']],
    ['- a\n\n  ```fetch\n  b\n  ```\n- c\n\nd', ['text - a\n\n  ```fetch\n  b\n  ```\n- c', 'text d']],
    ['1. a\n\n```fetch\nb\n```', ['text 1. a', 'fetch: b']],
    ['a\n- b\nlazy\n# c', ['text a', 'text - b\nlazy', 'h1 c']],
    ['a\n2. b', ['text a\n2. b']],
    ['> a\n> b\nlazy\n- c', ['text > a\n> b\nlazy', 'text - c']],
    ['|a|\n|-|\n|b|\n\n---\n', ['text |a|\n|-|\n|b|', 'aside ---']],
    ['a\n<div>\nb\n\n<b>c</b> d\n\n<br/>\n', ['text a', 'aside <div>\nb', 'text <b>c</b> d', 'aside <br/>']],
    ['<!-- a\n\n# b -->\n# c', ['aside <!-- a\n\n# b -->', 'h1 c']],
    ['[a]: /b\n[^1]: note', ['aside [a]: /b', 'text [^1]: note']],
    ['    # code\n\n\n', ['text # code']],
    ['', []],
  ])('%j', (text, blocks) => {
    expect(read(text)).toEqual(blocks);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('%s: together they are the text', (_kind, make) => {
    for (const size of HOSTILE_SIZES) {
      const text = `Beginning.\n\n${make(size)}\n\nThe end.`;
      const whole = splitMarkdown(text)
        .map(({ raw }) => raw)
        .join('');
      expect(whole).toBe(text.replace(/\r\n?/g, '\n'));
    }
  });
});
