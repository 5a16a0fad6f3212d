import type { Block, Inline, ListBlock } from './contentBlocks';
import { inlineText } from './inlineContent';
import { parseContent } from './parseContent';

/**
 * The text of a message without markup, for speech, copying, the transcript and search.
 *
 * List marks and link texts are kept; a rich block is represented by its titles, captions or labels. Blocks are
 * separated by a blank line.
 *
 * @param codeName - for speech: replaces code and diagrams, together with their language. Without it, their source is
 *   included
 */
export function toPlainText(text: string, codeName?: string): string {
  return blocksToText(parseContent(text), codeName);
}

/**
 * The first paragraphs of a message, for the peek; any other block counts as one paragraph.
 *
 * @param count - maximum number of paragraphs
 */
export function firstParagraphs(text: string, count: number): readonly string[] {
  return parseContent(text)
    .map((block) => blockToText(block))
    .filter((words) => words !== '')
    .slice(0, count);
}

function blocksToText(blocks: readonly Block[], codeName?: string): string {
  return blocks
    .map((block) => blockToText(block, codeName))
    .filter((words) => words !== '')
    .join('\n\n');
}

function blockToText(block: Block, codeName?: string): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return wordsOf(block.inlines);
    case 'footnote':
      return `[${block.label}] ${wordsOf(block.inlines)}`;
    case 'list':
      return listToText(block, codeName);
    case 'quote':
      return blocksToText(block.blocks, codeName);
    case 'table':
      return [block.header, ...block.rows].map((row) => row.cells.map(wordsOf).join(', ')).join('\n');
    case 'code':
      return codeName ? [codeName, block.language].filter(Boolean).join(' ') : block.text.trim();
    case 'plain':
      return block.text.trim();
    case 'diagram':
      return codeName ? `${codeName} mermaid` : block.source.trim();
    case 'math':
      return block.source.trim();
    case 'media':
      return block.alt;
    case 'rich':
      return richTitles(block.source);
    case 'rule':
    case 'skeleton':
      return '';
  }
}

function listToText(list: ListBlock, codeName?: string): string {
  return list.items
    .map((item, index) => {
      const mark = list.ordered ? `${list.start + index}. ` : '- ';
      const words = item.blocks
        .map((block) => blockToText(block, codeName))
        .filter((part) => part !== '')
        .join('\n');
      return mark + words.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    })
    .join('\n');
}

function wordsOf(inlines: readonly Inline[]): string {
  return inlineText(inlines).trim();
}

/**
 * The visible text of a rich block. Read line by line, because the YAML parser is loaded only when a block is rendered.
 */
function richTitles(source: string): string {
  const titles: string[] = [];
  for (const match of source.matchAll(
    /(?:^|[\s{,])["']?(?:title|caption|label|description)["']?\s*:\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\n{}[\]"',]+)/g,
  )) {
    const title = (match[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
    if (title !== '') titles.push(title);
  }
  return titles.join('\n');
}
