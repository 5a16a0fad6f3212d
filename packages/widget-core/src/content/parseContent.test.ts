import { describe, expect, it } from 'vitest';
import type { Block, Inline } from './contentBlocks';
import { parseContent } from './parseContent';
import { createStreamingContent } from './streaming/streamingContent';

const kinds = (text: string) => parseContent(text).map((block) => block.kind);
const inlines = (text: string): readonly Inline[] => {
  const [block] = parseContent(text);
  return block?.kind === 'paragraph' ? block.inlines : [];
};

describe('W-16 what a text means', () => {
  it('gives every block an id of its own', () => {
    const ids: string[] = [];
    const collect = (blocks: readonly Block[]): void => {
      for (const block of blocks) {
        ids.push(block.id);
        if (block.kind === 'quote') collect(block.blocks);
        if (block.kind === 'list') for (const item of block.items) collect([...item.blocks]);
      }
    };
    collect(parseContent('a\n\n- b\n  - c\n- d\n\n> e\n>\n> f\n\n| x |\n|---|\n| 1 |'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reads tasks, numbers and loose lists', () => {
    expect(parseContent('3. a\n4. [x] b\n\n5. [ ] c')).toMatchObject([
      { ordered: true, start: 3, loose: true, items: [{}, { checked: true }, { checked: false }] },
    ]);
  });

  it('finds a footnote whatever the case of its label', () => {
    expect(inlines('Words[^Note].\n\n[^note]: What it says.')).toMatchObject([
      { text: 'Words' },
      { kind: 'footnoteReference', label: 'Note' },
      { text: '.' },
    ]);
  });

  it('keeps an allowed HTML element and shows every other tag as it was written', () => {
    expect(
      inlines('<b>x</b> <kbd onclick="alert(1)" style="x">K</kbd> <script>alert(1)</script><iframe srcdoc="x">'),
    ).toEqual([
      { kind: 'strong', inlines: [{ kind: 'text', text: 'x' }] },
      { kind: 'text', text: ' ' },
      { kind: 'element', name: 'kbd', inlines: [{ kind: 'text', text: 'K' }] },
      { kind: 'text', text: ' <script>alert(1)</script><iframe srcdoc="x">' },
    ]);
    expect(inlines('<img src="/x.png">')).toEqual([{ kind: 'text', text: '<img src="/x.png">' }]);
  });

  it('shows HTML as typed and rich blocks as code in what a visitor wrote', () => {
    const blocks = parseContent('<b>x</b>\n\n```card\ntitle: A\n```', { html: false, richBlocks: false });
    expect(blocks).toMatchObject([
      { kind: 'paragraph', inlines: [{ kind: 'text', text: '<b>x</b>' }] },
      { kind: 'code', language: 'card' },
    ]);
  });

  it('makes buttons, frames and suggestions of links', () => {
    expect(
      inlines('[a](https://a.example#button) [b](/b#frame) [Tell me more]()').filter(
        (inline) => inline.kind !== 'text',
      ),
    ).toMatchObject([
      { kind: 'link', form: 'button', href: 'https://a.example' },
      { kind: 'link', form: 'frame', href: '/b' },
      { kind: 'suggestion', text: 'Tell me more' },
    ]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](//evil.test)',
    '<javascript:alert(1)>',
    '[x](data:text/html,y)',
  ])('A106 %s becomes text', (text) => {
    expect(inlines(text).every((inline) => inline.kind === 'text')).toBe(true);
  });

  it('W-18 W-19 reads fences by what follows the marks', () => {
    expect(parseContent('```card\ntitle: A\n```\n```card x\n```\n```mermaid\ngraph TD\n```')).toMatchObject([
      { kind: 'rich', type: 'card', source: 'title: A', closed: true },
      { kind: 'code', language: 'card' },
      { kind: 'diagram', source: 'graph TD' },
    ]);
  });

  it('W-19 reads rich blocks at the top level of a message only', () => {
    expect(parseContent('- ```card\n  title: A\n  ```')).toMatchObject([
      { items: [{ blocks: [{ kind: 'code', language: 'card' }] }] },
    ]);
  });

  it('A118 drops invisible tag characters', () => {
    expect(inlines('a\u{E0041}\u{E0042}b')).toEqual([{ kind: 'text', text: 'ab' }]);
  });
});

describe('A301 A302 texts made to hang or break the lexer', () => {
  const hostile: Record<string, string> = {
    'quote marks': '>'.repeat(2_000),
    'quote marks with spaces': `${'> '.repeat(25_000)}a`,
    'list marks': '- '.repeat(4_000),
    'emphasis both ways': '*a **a '.repeat(1_000),
    'stars around a letter': `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`,
    brackets: '['.repeat(100_000),
    'brackets and parentheses': '[ (]('.repeat(40_000),
    'angle brackets': '<'.repeat(100_000),
    'many tags': `${'<b>'.repeat(5_000)}x`,
    comments: `</${'<!--'.repeat(100_000)}`,
    'deep lists': Array.from({ length: 200 }, (_, index) => `${'  '.repeat(index)}- x`).join('\n'),
    'noise, then words, in one line': `a ${'word * '.repeat(1_500)}${'word '.repeat(3_000)}`,
    'words, then noise, then lines': `${'word '.repeat(900)}${'word * '.repeat(2_000)}\n${'line of words\n'.repeat(900)}`,
    'one long word': 'x'.repeat(500_000),
    'a wide table': `${'| a '.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'| b '.repeat(5_000)}|\n`,
    'many references': `[a]: x\n\n${'[a] '.repeat(20_000)}`,
    'many definitions': Array.from({ length: 5_000 }, (_, index) => `[${index}]: /x\n`).join(''),
  };

  it.each(Object.entries(hostile))('%s: nothing is thrown and the words are there', (_name, text) => {
    const content = createStreamingContent();
    for (let index = 0; index < text.length; index += 4_096) content.append(text.slice(index, index + 4_096));
    void content.tail;
    content.end();
    expect(content.blocks).toEqual(parseContent(text));
  });

  it('shows more marks than people write as they were written', () => {
    const noisy = (mark: string, count: number): string => `${mark}a `.repeat(count).trim();
    for (const mark of ['*', '_', '~', '`', '[', '<']) {
      expect([mark, kinds(noisy(mark, 100))]).toEqual([mark, ['paragraph']]);
      expect([mark, parseContent(noisy(mark, 500))]).toEqual([
        mark,
        [{ kind: 'plain', id: '0', text: noisy(mark, 500) }],
      ]);
    }
  });

  it('shows what nests too deep as it was written', () => {
    expect(parseContent(`${'> '.repeat(33)}a`)).toEqual([{ kind: 'plain', id: '0', text: `${'> '.repeat(33)}a` }]);
    expect(kinds(`${'> '.repeat(10)}a`)).toEqual(['quote']);
    expect(kinds(`before\n\n${'>'.repeat(2_000)}\n\nafter`)).toEqual(['paragraph', 'plain', 'paragraph']);
  });
});
