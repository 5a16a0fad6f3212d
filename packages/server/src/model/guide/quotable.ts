import { splitMarkdown, type MarkdownBlock } from '../../lib/markdownBlocks';

/** A part of a passage that can be quoted without the rest. */
export interface Piece {
  readonly kind: 'sentence' | 'item' | 'row' | 'code';
  /** Markdown, in one line unless it is code. */
  readonly text: string;
  /** Position of its paragraph, list, table or code block in the passage. */
  readonly block: number;
  /** Position of an item in a numbered list, from 1. */
  readonly number?: number;
}

const LIST_ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])[ \t]+/;
const TABLE_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;
/** A shorter line without an end mark is a line of its own, as in an address; longer ones were wrapped. In characters. */
const WRAPPED_FROM = 70;
const SENTENCE_END = /[.!?…。！？؟۔।]["'”’»)\]]*$/u;
/** Kinds of fences that the chat draws instead of showing their text. */
const DRAWN = /^(?:card|carousel|buttons|form|mermaid|math)$/i;

/** The parts of a passage, in order. */
export function piecesOf(markdown: string): Piece[] {
  return joinRows(splitMarkdown(markdown)).flatMap((block, index) => {
    if (block.kind === 'aside') return [];
    const [kind, texts] = block.kind === 'fence' ? codeOf(block.info, block.text) : readBlock(block.raw);
    const isNumbered = kind === 'item' && /^ {0,3}\d/.test(block.raw);
    return texts.map((text, place) => ({ kind, text, block: index, ...(isNumbered && { number: place + 1 }) }));
  });
}

/** A row of a table of a page or document, as the readers write it: `Saturday | 9:30 | 15:00`. */
const ROW = /^[^|\n]+(?: \|[^|\n]*)+\n*$/;

/** Rows that stand one below the other as a Markdown table; the first has the headings if it looks like it. */
function joinRows(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const joined: MarkdownBlock[] = [];
  let rows: string[] = [];
  const end = (): void => {
    const [first = [], ...others] = rows.map(cellsOf);
    const hasHeadings = first.every(
      (cell, column) => !/\d/.test(cell) && others.every((row) => row[column] === undefined || row[column] !== cell),
    );
    const head = hasHeadings && others.length > 0 ? (rows.shift() ?? '') : first.map(() => '').join(' | ');
    const raw = [head, first.map(() => '---').join(' | '), ...rows].join('\n');
    if (first.length > 0) joined.push({ kind: 'text', raw });
    rows = [];
  };
  for (const block of blocks) {
    if (block.kind === 'text' && ROW.test(block.raw)) {
      rows.push(block.raw.trim());
      continue;
    }
    end();
    joined.push(block);
  }
  end();
  return joined;
}

function readBlock(raw: string): [Piece['kind'], string[]] {
  const lines = raw.trimEnd().split('\n');
  if (lines.every((line) => /^(?: {4}|\t|\s*$)/.test(line)))
    return codeOf('', lines.map((line) => line.replace(/^(?: {4}|\t)/, '')).join('\n'));
  if (lines[0]?.includes('|') === true && TABLE_RULE.test(lines[1] ?? '')) return ['row', rowsOf(lines)];
  if (LIST_ITEM.test(lines[0] ?? '')) return ['item', itemsOf(lines)];
  return ['sentence', sentencesOf(lines.map((line) => line.replace(/^ {0,3}>+ ?/, '')))];
}

/** A fence with its text as code, even if the chat would draw its kind. */
function codeOf(info: string, text: string): ['code', string[]] {
  const marks = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return ['code', [`${marks}${DRAWN.test(info.trim()) || info.includes('`') ? '' : info}\n${text}\n${marks}`]];
}

/** Each row with the words of the header: `**Saturday** – From: 9:30 · To: 15:00`. */
function rowsOf([head = '', , ...lines]: readonly string[]): string[] {
  const header = cellsOf(head);
  return lines
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(([first = '', ...others]) => {
      const rest = others.flatMap((cell, index) => {
        const name = header[index + 1] ?? '';
        return cell === '' ? [] : [name === '' ? cell : `${name}: ${cell}`];
      });
      const label = first === '' || /[*`[]/.test(first) ? first : `**${first}**`;
      return [label, rest.join(' · ')].filter((part) => part !== '').join(' – ');
    });
}

function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Items of a list, each with what is below it, in one line. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (LIST_ITEM.test(line) || items.length === 0) items.push([line.replace(LIST_ITEM, '')]);
    else items.at(-1)?.push(line.replace(/^\s*(?:[*+-]|\d{1,9}[.)])\s+/, '').trim());
  }
  return items
    .map((parts) =>
      parts
        .filter((part) => part.trim() !== '')
        .join(' ')
        .trim(),
    )
    .filter((text) => text !== '');
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

function sentencesOf(lines: readonly string[]): string[] {
  return paragraphsOf(lines).flatMap((text) => {
    const sentences: string[] = [];
    let open = '';
    for (const { segment } of segmenter.segment(text)) {
      open += segment;
      if (isCut(open)) continue;
      sentences.push(open.trim());
      open = '';
    }
    return [...sentences, open.trim()].filter((sentence) => sentence !== '');
  });
}

/** Lines that belong together, joined. */
function paragraphsOf(lines: readonly string[]): string[] {
  const paragraphs: string[] = [];
  let wasWrapped = false;
  for (const line of lines) {
    const text = line.replace(/\\$/, '').trim();
    if (text === '') continue;
    if (wasWrapped) paragraphs.push(`${paragraphs.pop() ?? ''} ${text}`);
    else paragraphs.push(text);
    wasWrapped = text.length >= WRAPPED_FROM && !/(?: {2}|\\)$/.test(line) && !SENTENCE_END.test(text);
  }
  return paragraphs;
}

/** Whether a sentence ends too early: at an abbreviation, or within code, bold text or a link. */
function isCut(text: string): boolean {
  const count = (part: string): number => text.split(part).length - 1;
  return (
    /(?:^|[\s(])\p{L}{1,3}\.\s*$/u.test(text) ||
    count('`') % 2 === 1 ||
    count('**') % 2 === 1 ||
    count('[') > count(']') ||
    /\]\([^)]*$/.test(text)
  );
}
