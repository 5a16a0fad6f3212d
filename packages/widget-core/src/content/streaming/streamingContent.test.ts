import { describe, expect, it } from 'vitest';
import { toBlocks } from '../blockContent';
import type { Block } from '../contentBlocks';
import { copyDefinitions, createMarkdownLexer } from '../markdownLexer';
import { parseContent } from '../parseContent';
import { createStreamingContent } from './streamingContent';
import { SAMPLE_TEXTS } from '../testing/sampleTexts';

const texts = Object.entries(SAMPLE_TEXTS);

/** Deterministic numbers between 0 and 1, so that a failing chunking can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Several samples one after the other, as one message. */
function mixedText(random: () => number): string {
  return Array.from({ length: 6 }, () => texts[Math.floor(random() * texts.length)]?.[1] ?? '').join(
    random() < 0.5 ? '\n\n' : '\n',
  );
}

/** The whole text through the lexer in one go, without cutting: what the cut reading has to agree with. */
function readWhole(text: string): Block[] {
  const tokens = createMarkdownLexer({ math: true })(text, copyDefinitions(), false) ?? [];
  return toBlocks(tokens, { math: true, richBlocks: true, html: true });
}

describe('W-16 a text that arrives in pieces', () => {
  it.each(texts)('%s: equals the text read at once, at every prefix', (_name, text) => {
    const content = createStreamingContent();
    const step = text.length > 800 ? 7 : 1;
    for (let index = 0; index < text.length; index += step) {
      content.append(text.slice(index, index + step));
      expect(content.blocks, JSON.stringify(text.slice(0, index + step))).toEqual(
        parseContent(text.slice(0, index + step), { streaming: true }),
      );
    }
    content.end();
    expect(content.blocks).toEqual(parseContent(text));
  });

  it('equals it for any cutting of mixed messages', () => {
    const random = createRandom(7);
    for (let round = 0; round < 40; round += 1) {
      const text = mixedText(random);
      const content = createStreamingContent();
      let index = 0;
      while (index < text.length) {
        const next = index + 1 + Math.floor(random() * 40);
        content.append(text.slice(index, next));
        if (random() < 0.2) expect(content.blocks).toEqual(parseContent(text.slice(0, next), { streaming: true }));
        index = next;
      }
      content.end();
      expect(content.blocks).toEqual(parseContent(text));
    }
  });

  it.each(texts.filter(([name]) => !['rich blocks', 'windows line ends', 'odd characters'].includes(name)))(
    '%s: cutting changes no meaning',
    (_name, text) => {
      expect(comparable(parseContent(text))).toEqual(comparable(readWhole(text)));
    },
  );
});

describe('W-16 the cost of a token', () => {
  const shapes: Record<string, (index: number) => string> = {
    'headings, paragraphs and lists': (index) =>
      `## Part ${index}\n\nWords with **bold** and a [link](https://example.com/${index}).\n\n- one\n- two\n\n`,
    'one long list': (index) => `- item ${index} with **bold** words\n`,
    'one long table': (index) => `${index === 0 ? '| a | b |\n|---|---|\n' : ''}| ${index} | some **cell** |\n`,
    'one long code fence': (index) => `${index === 0 ? '```js\n' : ''}const a${index} = ${index};\n`,
    'one long paragraph': (index) => `word${index} and **bold** it goes on `,
    'a paragraph of many lines': (index) => `line ${index} of it, with \`code\` in the middle\n`,
  };

  it.each(Object.entries(shapes))('%s: characters lexed for a token do not grow with the reply', (_name, shape) => {
    const costs = [5_000, 20_000].map((size) => {
      let text = '';
      for (let index = 0; text.length < size; index += 1) text += shape(index);
      let lexed = 0;
      let most = 0;
      const content = createStreamingContent({}, (characters) => (lexed += characters));
      for (let index = 0; index < text.length; index += 4) {
        const before = lexed;
        content.append(text.slice(index, index + 4));
        void content.tail;
        most = Math.max(most, lexed - before);
      }
      return most;
    });
    expect(costs[1]).toBeLessThanOrEqual((costs[0] ?? 0) + 60);
    expect(costs[1]).toBeLessThan(2_500);
  });

  it('keeps closed blocks, finished items and rows the same objects', () => {
    const content = createStreamingContent();
    content.append('First.\n\n- one\n- two\n- thr');
    const [paragraph] = content.closed;
    const list = content.tail[0];
    content.append('ee\n- four\n\nNext.\n\nLast');
    expect(content.closed[0]).toBe(paragraph);
    const grown = content.blocks[1];
    if (list?.kind !== 'list' || grown?.kind !== 'list') throw new Error('expected a list');
    expect(grown.items[0]).toBe(list.items[0]);
    expect(grown.items[2]).not.toBe(list.items[2]);
    expect(grown.id).toBe(list.id);
    const snapshot = [...content.closed];
    content.append(' words\n\n| a |\n|---|\n| 1 |\n| 2');
    snapshot.forEach((block, index) => expect(content.closed[index]).toBe(block));
  });

  it('replaces a block once, with its id, when the definition of its link comes', () => {
    const content = createStreamingContent();
    content.append('See [one][1].\n\nOther.\n\n');
    const [before, other] = content.closed;
    content.append('[1]: https://one.example\n\n');
    expect(content.closed[0]).not.toBe(before);
    expect(content.closed[0]).toMatchObject({
      id: before?.id,
      inlines: [{}, { kind: 'link', href: 'https://one.example' }, {}],
    });
    expect(content.closed[1]).toBe(other);
  });
});

/** Ids aside, and whether a fence was closed, which only the reader that cuts can know. */
function comparable(blocks: readonly Block[]): unknown {
  const compared = (key: string, value: unknown): unknown => {
    if (key === 'id' || key === 'closed') return undefined;
    // marked keeps one line end too many when a fence ends in blank lines.
    return key === 'text' && typeof value === 'string' ? value.replace(/\n+$/, '') : value;
  };
  return JSON.parse(JSON.stringify(blocks, compared));
}
