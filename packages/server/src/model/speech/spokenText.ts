import { cutText } from '@sotto/widget-core/internal/server';
import { setImmediate } from 'node:timers/promises';
import { createStreamingContent, type Block, type Inline } from '@sotto/widget-core/content';

/** Longest text that is spoken, in characters; about five minutes, and what speech endpoints take. */
export const SPOKEN_MAX_LENGTH = 4_000;
/** How much of a message is read for it, in characters: markup and what is skipped count as well. */
const READ_MAX_LENGTH = 4 * SPOKEN_MAX_LENGTH;
/** How much is read before others get their turn, in characters. */
const PIECE_LENGTH = 2_000;

/**
 * A message as it is read aloud: words without markup. Code, formulas, pictures without a description, diagrams,
 * footnotes and other blocks are skipped, because they are useless when read aloud. A long text ends with the last whole
 * sentence.
 */
export async function toSpokenText(markdown: string): Promise<string> {
  const text = speakBlocks(await readInPieces(cutText(markdown, READ_MAX_LENGTH)))
    .replace(/[\p{Extended_Pictographic}\u{fe0f}\u{200d}]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  if (text.length <= SPOKEN_MAX_LENGTH) return text;
  const start = cutText(text, SPOKEN_MAX_LENGTH);
  const end = Math.max(...['. ', '! ', '? ', '\n', '。'].map((mark) => start.lastIndexOf(mark)));
  return end > SPOKEN_MAX_LENGTH / 2 ? start.slice(0, end + 1).trim() : start;
}

async function readInPieces(markdown: string): Promise<readonly Block[]> {
  const content = createStreamingContent();
  for (let from = 0; from < markdown.length; from += PIECE_LENGTH) {
    if (from > 0) await setImmediate();
    content.append(markdown.slice(from, from + PIECE_LENGTH));
  }
  content.end();
  return content.blocks;
}

function speakBlocks(blocks: readonly Block[]): string {
  return blocks.map(speak).join('\n');
}

function speak(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return speakInlines(block.inlines);
    case 'list':
      return block.items.map((item) => speakBlocks(item.blocks)).join('\n');
    case 'quote':
      return speakBlocks(block.blocks);
    case 'table':
      return [block.header, ...block.rows].map((row) => `${row.cells.map(speakInlines).join(', ')}.`).join('\n');
    case 'media':
      return block.alt;
    case 'plain':
      return block.text;
    default:
      return '';
  }
}

function speakInlines(inlines: readonly Inline[]): string {
  return inlines.map(speakInline).join('');
}

function speakInline(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'media':
      return ` ${inline.alt} `;
    case 'break':
      return '\n';
    case 'math':
    case 'footnoteReference':
      return ' ';
    default:
      return speakInlines(inline.inlines);
  }
}
