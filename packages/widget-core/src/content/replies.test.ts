// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Block, Inline } from './contentBlocks';
import { parseContent } from './parseContent';
import { createStreamingContent } from './streaming/streamingContent';

/** Every prefix is read with `SOTTO_ALL=1`. */
const PLAYS_ALL = process.env['SOTTO_ALL'] === '1';
const FOLDER = new URL('testing/replies/', import.meta.url);
const LANGUAGES = readdirSync(FOLDER).map((file) => ({
  language: file.replace('.txt', ''),
  replies: readFileSync(new URL(file, FOLDER), 'utf8').split('\n%%%\n'),
}));
/** Every prefix by night; otherwise every so many characters, beginning elsewhere in each reply. */
const STEP = PLAYS_ALL ? 1 : 13;

/** What a reader sees outside of code and formulas, with a line for each paragraph. */
function visible(blocks: readonly Block[]): string {
  const words = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) =>
        inline.kind === 'text' ? inline.text : 'inlines' in inline ? words(inline.inlines) : ` ${inline.kind} `,
      )
      .join('');
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'paragraph':
        case 'heading':
        case 'footnote':
          return words(block.inlines);
        case 'quote':
          return visible(block.blocks);
        case 'list':
          return block.items.map((item) => visible(item.blocks)).join('\n');
        case 'table':
          return [block.header, ...block.rows].flatMap(({ cells }) => cells.map(words)).join('\n');
        case 'plain':
          return block.text;
        default:
          return block.kind;
      }
    })
    .join('\n');
}

/** Marks of markdown that no reader is to see: of emphasis, links, fences, formulas and tables. */
const MARKS = [/\*\*/, /~~/, /\]\(/, /```/, /\\[([]/, /\|[ -:|]*\|/, /<\/?(?:br|kbd|sub|sup|mark)\b/];

describe('VI-20 to VI-29, md-02 to md-24 replies in twelve languages', () => {
  it('there are 300 of them', () => {
    expect(LANGUAGES.map(({ language, replies }) => [language, replies.length])).toEqual(
      ['ar', 'de', 'en', 'es', 'fr', 'he', 'ja', 'ko', 'pt', 'ru', 'tr', 'zh'].map((language) => [language, 25]),
    );
  });

  it.each(LANGUAGES)('$language: every prefix means the same streamed and whole', ({ replies }) => {
    replies.forEach((reply, number) => {
      const content = createStreamingContent();
      for (let from = 0, to = (number % STEP) + 1; from < reply.length; from = to, to += STEP) {
        content.append(reply.slice(from, to));
        const prefix = reply.slice(0, to);
        expect(content.blocks, prefix).toEqual(parseContent(prefix, { streaming: true }));
      }
      content.end();
      expect(content.blocks).toEqual(parseContent(reply));
    });
  });

  it.each(LANGUAGES)('$language: no mark is seen at any moment that is not in the end', ({ replies }) => {
    const seen = replies.flatMap((reply, number) => {
      const end = visible(parseContent(reply));
      const marks = MARKS.filter((mark) => !mark.test(end));
      const content = createStreamingContent();
      return [...reply].flatMap((character) => {
        content.append(character);
        const shown = visible(content.blocks);
        const mark = marks.find((each) => each.test(shown));
        return mark ? [`${String(number + 1)}: ${String(mark)}: …${shown.slice(-60)}`] : [];
      });
    });
    expect(seen).toEqual([]);
  });
});
