import { cutText } from '@sotto/widget-core/internal/server';
import { setImmediate } from 'node:timers/promises';
import { createStreamingContent, type Block, type Inline } from '@sotto/widget-core/content';

/** Maximum length of a spoken text, in characters: about five minutes, the limit of speech endpoints. */
export const SPOKEN_MAX_LENGTH = 4_000;
/** How much of a message is parsed, in characters, including markup and skipped parts. */
const READ_MAX_LENGTH = 4 * SPOKEN_MAX_LENGTH;
/** How much is parsed at once before yielding, in characters. */
const PIECE_LENGTH = 2_000;

/**
 * Converts a message to text for reading aloud. Markup, code, formulas, pictures without a description, diagrams and
 * footnotes are omitted. A long text ends after the last complete sentence.
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
