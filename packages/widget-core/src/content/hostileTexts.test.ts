import { describe, expect, it } from 'vitest';
import { HOSTILE_SIZES, HOSTILE_TEXTS } from '../testing/hostileTexts';
import { firstLink } from './firstLink';
import { parseContent } from './parseContent';
import { toPlainText } from './plainText';
import { createStreamingContent } from './streaming/streamingContent';

const KINDS = Object.entries(HOSTILE_TEXTS);

describe('hostile texts', () => {
  it('there are many kinds of them, of the lengths they promise', () => {
    expect(KINDS.length).toBeGreaterThan(100);
    for (const [, make] of KINDS) expect(HOSTILE_SIZES.map((size) => make(size).length)).toEqual(HOSTILE_SIZES);
  });

  it.each(KINDS)('%s: nothing is thrown, and the words before and after it are shown', (_kind, make) => {
    for (const size of HOSTILE_SIZES) {
      const shown = JSON.stringify(parseContent(`Beginning.\n\n${make(size)}\n\nThe end.`));
      expect(shown).toContain('Beginning.');
      expect(shown).toContain('The end.');
    }
    expect(() => firstLink(make(4_096)) ?? toPlainText(make(4_096))).not.toThrow();
  });

  it.each(KINDS)('%s: in pieces it means what it means at once', (_kind, make) => {
    const text = make(9_000);
    const content = createStreamingContent();
    for (let index = 0; index < text.length; index += 3_000) {
      content.append(text.slice(index, index + 3_000));
      expect(content.blocks).toEqual(parseContent(text.slice(0, index + 3_000), { streaming: true }));
    }
    content.end();
    expect(content.blocks).toEqual(parseContent(text));
  });
});

describe('what the lexer is given', () => {
  it.each(KINDS)('%s: grows with the text', (_kind, make) => {
    const [short = 0, long = 0] = [8_192, 32_768].map((size) => {
      let characters = 0;
      const content = createStreamingContent({}, (count) => (characters += count));
      content.append(make(size));
      content.end();
      return characters;
    });
    expect(long).toBeLessThan(8 * Math.max(short, 16_384));
    expect(long).toBeLessThan(64 * 32_768);
  });

  it('a row of dollars is shown as it was typed when it is longer than anybody types', () => {
    const row = '$'.repeat(256);
    expect(parseContent(`**b** ${row} c`)).not.toMatchObject([{ kind: 'plain' }]);
    expect(parseContent(`**b** $${row} c`)).toMatchObject([{ kind: 'plain', text: `**b** $${row} c` }]);
  });

  it('the name of an e-mail address has 64 characters and no more (RFC 5321)', () => {
    const name = 'a'.repeat(64);
    expect(parseContent(`b ${name}@a.example c`)).toMatchObject([
      { inlines: [{}, { kind: 'link', href: `mailto:${name}@a.example` }, {}] },
    ]);
    expect(parseContent(`b a${name}@a.example c`)).toMatchObject([{ inlines: [{ text: `b a${name}@a.example c` }] }]);
  });
});

describe('what a list, table or paragraph was when it was read', () => {
  it.each([
    ['a list', '- a\n', (n: number) => `- item ${n}\n`],
    ['a table', '| a |\n|---|\n', (n: number) => `| cell ${n} |\n`],
    ['a long paragraph', 'Words. ', (n: number) => `Sentence number ${n} of it. `.repeat(50)],
  ])('%s: stays as it was when more has come', (_name, start, more) => {
    const content = createStreamingContent();
    content.append(start);
    for (let index = 0; index < 6; index += 1) {
      const before = content.blocks;
      const copy = structuredClone(before);
      content.append(more(index));
      content.append(more(index));
      void content.blocks;
      expect(before).toEqual(copy);
    }
  });

  it('stays as it was when a definition stands between', () => {
    const content = createStreamingContent();
    content.append('- a\n- b\n- c');
    const before = content.blocks;
    const copy = structuredClone(before);
    for (const piece of ['\n\n', '- [d]: /e\n', '- f\n', '- g\n']) {
      content.append(piece);
      expect(before).toEqual(copy);
    }
  });
});
