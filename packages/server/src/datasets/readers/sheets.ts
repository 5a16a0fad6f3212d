import type { CellObject, WorkSheet } from '@e965/xlsx';
import type { ReadLimits } from '../../reading/readLimits';
import type { FileText } from '../readFile';
import { literal } from './plainText';
import { rowsToText } from './records';
import { parseXml } from './xml';
import { openZip } from './zip';

/** Most cells that are filled with the value of a merged one. */
const FILLED_MAX = 100_000;
/** Digits that a number has in a workbook; more are noise of the computer. */
const DIGITS = 15;
/** A percent sign behind a space, in a format; one in quotes is only a sign. */
const PERCENT = /"[^"%]*%[^"]*"|(?:\\?[ \u00a0\u202f]|"[ \u00a0\u202f]")%/g;
/** A formula without a result, in a sheet. */
const WITHOUT_RESULT = /<(?:\w{1,20}:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w{1,20}:)?f>)\s*<\/(?:\w{1,20}:)?c>/g;
const NAME = /^([A-Z]{1,3})(\d{1,7})$/;

type Library = Awaited<ReturnType<typeof loadLibrary>>;
const loadLibrary = () => import('@e965/xlsx');

/**
 * Excel, old and new: one section a sheet, one paragraph a row. Cells are read as they are shown (`25%`, `1,299.00 €`),
 * dates without a time zone; every row of a merged cell has its value. What is hidden is left out and
 * noted.
 *
 * @throws for what is no workbook. @throws ApiError 422 when it unfolds to more than the limit
 */
export async function readSheets(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): Promise<FileText> {
  const library = await loadLibrary();
  const unfolded = bytes[0] === 0x50 ? await unfoldedBook(bytes, unfoldedMaxBytes) : { bytes, formulas: 0 };
  const book = library.read(unfolded.bytes, {
    type: 'array',
    cellDates: false,
    cellNF: true,
    cellFormula: false,
    // Which rows and columns are hidden is one of the styles.
    cellStyles: true,
    cellHTML: false,
    bookVBA: false,
    // Of the format that each country shows in its own way.
    dateNF: 'yyyy-mm-dd',
  });
  const hidden = book.SheetNames.filter((_, index) => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0);
  const hiddenIn = new Set<string>();
  const sheets = book.SheetNames.filter((name) => !hidden.includes(name)).map((name) => {
    const sheet = book.Sheets[name];
    return `## ${name}\n\n${literal(rowsToText(sheet ? rowsOf(name, sheet, library, hiddenIn) : []))}`;
  });
  const notes = [
    ...(hidden.length > 0 ? [`Hidden sheets were left out: ${listOf(hidden)}`] : []),
    ...(hiddenIn.size > 0 ? [`Hidden rows and columns were left out of: ${listOf([...hiddenIn])}`] : []),
    ...(unfolded.formulas > 0
      ? [
          `The results of ${String(unfolded.formulas)} formulas are not in this file. Open it in a spreadsheet program, ` +
            'save it and add it again',
        ]
      : []),
  ];
  return { kind: 'markdown', text: sheets.join('\n\n'), ...(notes.length > 0 && { notes }) };
}

function listOf(names: readonly string[]): string {
  return names.slice(0, 10).join(', ') + (names.length > 10 ? ' …' : '');
}

function rowsOf(name: string, sheet: WorkSheet, library: Library, hiddenIn: Set<string>): string[][] {
  const { utils } = library;
  const cells = sheet as Record<string, CellObject | undefined>;
  const rows = new Set<number>();
  const last = { r: 0, c: 0 };
  for (const place of Object.keys(sheet)) {
    const cell = NAME.test(place) ? cells[place] : undefined;
    if (!cell) continue;
    const at = utils.decode_cell(place);
    if (sheet['!rows']?.[at.r]?.hidden || sheet['!cols']?.[at.c]?.hidden) {
      if ((cell.w ?? '') !== '') hiddenIn.add(name);
      cells[place] = { t: 'z' };
      continue;
    }
    // An error is no value.
    if (cell.t === 'e') cell.w = '';
    if (cell.t === 'n' && typeof cell.v === 'number') cell.w = numberText(cell.v, cell, library);
    if (cell.t === 'z' || (cell.w ?? '') === '') continue;
    rows.add(at.r);
    last.r = Math.max(last.r, at.r);
    last.c = Math.max(last.c, at.c);
  }
  if (rows.size === 0) return [];
  fillMerged(sheet, rows, utils);
  // Its own range may be that of all cells there could be.
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: last });
  return utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, blankrows: false, defval: '' });
}

/** What the library has for formats; its types leave it out. */
interface Formats {
  format(format: string, value: number): string;
  is_date(format: string): boolean;
}

/** A number as its cell shows it. */
function numberText(value: number, { z: format, w: shown }: CellObject, library: Library): string {
  // In the general format a long number, as of a bar code, would be shown shortened.
  const plain = String(Number(value.toPrecision(DIGITS)));
  // The library knows `0%` alone, and not what most countries write.
  const scaled = String(format).replace(PERCENT, (part) => (part.endsWith('%') ? '" ""%"' : part));
  if (scaled !== String(format)) return numberText(value * 100, { t: 'n', z: scaled }, library);
  if (format === undefined || format === 'General') return plain;
  if (shown !== undefined) return shown;
  // The library stops at a dot in a date (`dd.mm.yyyy`) that is not quoted, and at letters it does not know.
  const { SSF } = library as { SSF: Formats };
  const isDate = SSF.is_date(String(format)) && !/^[#0?]/.test(String(format));
  const quoted = String(format).replace(/"[^"]*"|\\.|\[[^\]]*\]|\.(?!0)|[^\0-\u007f]/g, (part) =>
    part === '.' ? (isDate ? '"."' : part) : part.length === 1 ? `"${part}"` : part,
  );
  for (const each of isDate ? [quoted, 'yyyy-mm-dd'] : [quoted]) {
    try {
      return SSF.format(each, value);
    } catch {
      // The next one.
    }
  }
  return plain;
}

/**
 * A value that is shown once for several rows is that of each of them, and a heading above several columns is that of
 * each; a title over the whole width stays one.
 */
function fillMerged(sheet: WorkSheet, rows: ReadonlySet<number>, utils: Library['utils']): void {
  const cells = sheet as Record<string, CellObject | undefined>;
  const first = Math.min(...[...rows].slice(0, 1_000));
  let left = FILLED_MAX;
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    const value = cells[utils.encode_cell(start)];
    if (!value || (value.w ?? '') === '') continue;
    const isTitle = start.c === 0;
    const lastColumn = start.r === first && !isTitle ? end.c : start.c;
    for (const row of rowsBetween(start.r, end.r, rows)) {
      for (let column = start.c; column <= lastColumn && left > 0; column += 1) {
        left -= 1;
        const name = utils.encode_cell({ r: row, c: column });
        const covered = cells[name];
        if (!covered || covered.t === 'z') cells[name] = { ...value };
      }
    }
  }
}

function rowsBetween(from: number, to: number, rows: ReadonlySet<number>): number[] {
  const between: number[] = [];
  for (let row = from; row <= to && between.length < FILLED_MAX && row - from < FILLED_MAX; row += 1)
    if (rows.has(row)) between.push(row);
  return between;
}

/**
 * The parts of a workbook with content, in an archive that has nothing left to unfold: the library would unfold
 * everything, whatever its size.
 */
async function unfoldedBook(
  bytes: Uint8Array,
  unfoldedMaxBytes: number,
): Promise<{ bytes: Uint8Array; formulas: number }> {
  const { zipSync } = await import('fflate');
  const archive = openZip(bytes, unfoldedMaxBytes);
  const names = archive.names.filter((name) => /\.(?:xml|rels|bin)$/i.test(name));
  const parts = names.map((name) => [name, archive.read(name) ?? Buffer.alloc(0)] as const);
  // The library reads XML by rules of its own, so its depth is measured before.
  let formulas = 0;
  for (const [name, part] of parts) {
    if (/\.bin$/i.test(name)) continue;
    const xml = part.toString('utf8');
    parseXml(xml, {});
    if (/\/worksheets\//i.test(name)) formulas += xml.match(WITHOUT_RESULT)?.length ?? 0;
  }
  return { bytes: zipSync(Object.fromEntries(parts), { level: 0 }), formulas };
}
