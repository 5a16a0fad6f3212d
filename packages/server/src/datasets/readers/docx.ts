import type { ReadLimits } from '../../reading/readLimits';
import { outlineLevel, readHeadingStyles, readNumbering } from './docxStyles';
import { createOfficeTable, type OfficeTable } from './officeTable';
import { attributeOf, isOn, partOf, readOfficeXml, relationsOf } from './officeParts';
import { literal, raised } from './plainText';
import { openZip, type Zip } from './zip';

/** Kinds of parts that are read after the document itself, in this order. Comments are for those who write it. */
const PARTS = ['footnotes', 'endnotes', 'diagramData', 'header', 'footer'];
/** What is not in the document any more, deleted elsewhere or moved from here, and how its characters are read aloud. */
const GONE = new Set(['moveFrom', 'rt']);
/** Notes that are lines between text and notes. */
const SEPARATOR = /^(?:separator|continuation)/i;

/** Most cells of a document that are filled with the value of another one. */
const FILLED_MAX = 5_000;

/** How the words of a document become blocks. */
interface Context {
  readonly archive: Zip;
  readonly levelOf: (style: string) => number | undefined;
  readonly markOf: (list: string, level: string) => string;
  /** How many cells may still be filled. */
  readonly filled: { left: number };
}

/** Word (docx): headings, lists, paragraphs, tables, text boxes, notes, headers and footers as markdown. */
export function readDocx(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): string {
  const archive = openZip(bytes, unfoldedMaxBytes);
  const main =
    [...relationsOf(archive, '').values()].find(({ kind }) => kind === 'officeDocument')?.target ?? 'word/document.xml';
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const context = {
    archive,
    levelOf: readHeadingStyles(archive, folder),
    markOf: readNumbering(archive, folder),
    filled: { left: FILLED_MAX },
  };
  const related = [...relationsOf(archive, main).values()];
  const named = PARTS.map((kind) => ({ kind, target: `${folder}${kind}.xml` }));
  const parts = PARTS.flatMap((kind) =>
    [...related, ...named].filter((each) => each.kind === kind).map(({ target }) => target),
  );
  const blocks = readPart(context, main);
  // Headers of first and other pages are mostly the same.
  const more = [...new Set(parts)].flatMap((part) => readPart(context, part));
  return [...blocks, ...new Set(more)].join('\n\n');
}

/** A paragraph that is being read. */
interface Paragraph {
  text: string;
  /** Its last character so far: to cut it off a long text each time would take longer and longer. */
  last: string;
  style: string;
  level: number | undefined;
  list: string;
  depth: string;
}
const paragraph = (): Paragraph => ({ text: '', last: '', style: '', level: undefined, list: '', depth: '0' });

/** The blocks of one part. Prefixes of namespaces are arbitrary, so that elements go by their local names. */
function readPart({ archive, levelOf, markOf, filled }: Context, part: string): string[] {
  const blocks: string[] = [];
  const tables: OfficeTable[] = [];
  /** Paragraphs that a text box stands in. */
  const outer: Paragraph[] = [];
  let open = paragraph();
  /** What the words of the open run are beside their text. */
  let run = { isOpen: false, isHidden: false, isStruck: false, isRaised: false };
  const isLeftOut = (name: string, attributes: Readonly<Record<string, string>>): boolean => {
    const isNote = name === 'footnote' || name === 'endnote';
    return GONE.has(name) || (isNote && SEPARATOR.test(attributeOf(attributes, 'type')));
  };
  const emit = (words: string): void => {
    const table = tables.at(-1);
    if (table) table.add(words);
    else blocks.push(words);
  };
  const endParagraph = (): void => {
    const words = open.text.replaceAll('~~~~', '').trim();
    const level = open.level ?? levelOf(open.style);
    const mark = open.list === '' ? '' : markOf(open.list, open.depth);
    if (words !== '') {
      if (tables.length > 0) emit(words);
      else emit(level === undefined ? mark + (mark === '' ? literal(words) : words) : `${'#'.repeat(level)} ${words}`);
    }
    open = paragraph();
  };
  const readProperty = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const value = attributeOf(attributes, 'val');
    if (name === 'pStyle') open.style = value;
    if (name === 'outlineLvl') open.level = outlineLevel(value);
    if (name === 'numId') open.list = value;
    if (name === 'ilvl') open.depth = value;
    if (name === 'gridSpan') tables.at(-1)?.span(Number(value));
    if (name === 'vMerge' && value !== 'restart') tables.at(-1)?.merge();
    if (!run.isOpen) return;
    if (name === 'vanish') run.isHidden = isOn(attributes);
    if (name === 'strike' || name === 'dstrike') run.isStruck ||= isOn(attributes);
    if (name === 'vertAlign') run.isRaised = value === 'superscript';
  };
  readOfficeXml(partOf(archive, part), {
    isLeftOut,
    open(name, attributes) {
      readProperty(name, attributes);
      if (name === 'r') run = { isOpen: true, isHidden: false, isStruck: false, isRaised: false };
      if (name === 'tab' || name === 'br' || name === 'cr') open.text += ' ';
      if (name === 'noBreakHyphen') open.text += '-';
      if (name === 'tbl') tables.push(createOfficeTable(filled));
      if (name === 'tr') tables.at(-1)?.startRow();
      if (name === 'tc') tables.at(-1)?.startCell();
      if (name === 'txbxContent') {
        outer.push(open);
        open = paragraph();
      }
    },
    words(data) {
      if (run.isHidden) return;
      const words = run.isRaised ? raised(data, open.last) : data;
      open.last = data.at(-1) ?? open.last;
      open.text += run.isStruck && words.trim() !== '' ? `~~${words}~~` : words;
    },
    close(name) {
      if (name === 'r') run = { ...run, isOpen: false, isHidden: false };
      if (name === 'p') endParagraph();
      if (name === 'tc') tables.at(-1)?.endCell();
      if (name === 'tr') {
        const table = tables.pop();
        const words = table?.endRow() ?? '';
        // A table inside of a cell is words of that cell.
        if (words !== '') emit(tables.length > 0 ? words : literal(words));
        if (table) tables.push(table);
      }
      if (name === 'tbl') tables.pop();
      if (name === 'txbxContent') open = outer.pop() ?? paragraph();
    },
  });
  return blocks;
}
