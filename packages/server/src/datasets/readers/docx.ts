import type { ReadLimits } from '../../reading/readLimits';
import { parseXml } from './xml';
import { openZip, type Zip } from './zip';

/** Parts of a Word document with text, in the order in which they are read. */
const PARTS = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'];
/** What is not in the document any more: deleted elsewhere, or moved from here. */
const GONE = new Set(['moveFrom']);
/** Notes that are lines between text and notes. */
const SEPARATOR = /^(?:separator|continuation)/i;

interface Table {
  row: string[];
  cell: string[];
}

/** Word (docx): headings, paragraphs, tables, text boxes and notes as markdown. */
export function readDocx(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): string {
  const archive = openZip(bytes, unfoldedMaxBytes);
  return PARTS.flatMap((part) => readPart(archive, part)).join('\n\n');
}

/** The blocks of one part. Prefixes of namespaces are arbitrary, so that elements go by their local names. */
function readPart(archive: Zip, part: string): string[] {
  const blocks: string[] = [];
  const tables: Table[] = [];
  /** Paragraphs that a text box stands in. */
  const outer: { text: string; style: string }[] = [];
  /** Whether a branch of each open choice was read: exactly one counts (ECMA-376 part 3, 10.2). */
  const choices: boolean[] = [];
  let text = '';
  let style = '';
  let silent = 0;
  const isSilent = (name: string, attributes: Readonly<Record<string, string>>): boolean => {
    if (name === 'Choice' || name === 'Fallback') {
      const wasRead = choices.at(-1) ?? false;
      choices[choices.length - 1] = true;
      return wasRead;
    }
    const isNote = name === 'footnote' || name === 'endnote';
    return GONE.has(name) || (isNote && SEPARATOR.test(attributeOf(attributes, 'type')));
  };
  const emit = (words: string): void => {
    const table = tables.at(-1);
    if (table) table.cell.push(words);
    else blocks.push(words);
  };
  const endParagraph = (): void => {
    const level = /^heading ?([1-6])$/i.exec(style)?.[1] ?? (/^title$/i.test(style) ? '1' : undefined);
    const words = text.trim();
    if (words !== '') emit(level === undefined || tables.length > 0 ? words : `${'#'.repeat(Number(level))} ${words}`);
    text = '';
    style = '';
  };
  parseXml(archive.read(part)?.toString('utf8') ?? '', {
    open(qualified, attributes) {
      const name = localName(qualified);
      if (silent > 0 || isSilent(name, attributes)) {
        silent += 1;
        return;
      }
      if (name === 'AlternateContent') choices.push(false);
      if (name === 'pStyle') style = attributeOf(attributes, 'val');
      if (name === 'tab' || name === 'br' || name === 'cr') text += ' ';
      if (name === 'noBreakHyphen') text += '-';
      if (name === 'tbl') tables.push({ row: [], cell: [] });
      const table = tables.at(-1);
      if (name === 'tr' && table) table.row = [];
      if (name === 'tc' && table) table.cell = [];
      if (name === 'txbxContent') {
        outer.push({ text, style });
        text = '';
        style = '';
      }
    },
    text(data, parent) {
      if (silent === 0 && localName(parent) === 't') text += data;
    },
    close(qualified) {
      if (silent > 0) {
        silent -= 1;
        return;
      }
      const name = localName(qualified);
      const table = tables.at(-1);
      if (name === 'AlternateContent') choices.pop();
      if (name === 'p') endParagraph();
      if (name === 'tc' && table) table.row.push(table.cell.join(' '));
      if (name === 'tr' && table) {
        tables.pop();
        // A table inside of a cell is words of that cell.
        if (table.row.some((cell) => cell !== '')) emit(table.row.join(' | '));
        tables.push(table);
      }
      if (name === 'tbl') tables.pop();
      if (name === 'txbxContent') ({ text, style } = outer.pop() ?? { text: '', style: '' });
    },
  });
  return blocks;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string {
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1] ?? '';
}
