import type { Json } from '@sotto/widget-core/api';

/**
 * A table with a line of headings as paragraphs, one a row: `heading: value` lines, so that a row can be found by any
 * of its words. Rows of one cell above the headings are titles.
 */
export function rowsToText(rows: readonly (readonly unknown[])[]): string {
  const filled = rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''));
  const isTable = filled.some((row) => row.filter((cell) => cell !== '').length > 1);
  // Titles above the headings stand alone in their rows.
  const titles = isTable ? filled.findIndex((row) => row.filter((cell) => cell !== '').length > 1) : 0;
  const above = filled.slice(0, titles).map((row) => row.filter((cell) => cell !== '').join(' '));
  const [headings = [], ...records] = filled.slice(titles);
  if (records.length === 0) return [...above, headings.join(' | ')].join('\n\n');
  if (!areHeadings(headings, records)) return [...above, ...[headings, ...records].map(withoutHeadings)].join('\n\n');
  const paragraphs = records.map((row) =>
    row
      .flatMap((cell, index) => (cell === '' ? [] : [headings[index] ? `${headings[index]}: ${cell}` : cell]))
      .join('\n'),
  );
  return [...above, ...paragraphs].join('\n\n');
}

function withoutHeadings(row: readonly string[]): string {
  return row.filter((cell) => cell !== '').join(' | ');
}

/** A number, with a unit or a currency. */
const VALUE = /^[^\p{L}\d]{0,3}\d[^\p{L}]{0,30}\p{L}{0,3}$/u;
/** A year or a date. */
const DATE = /^(?:(?:19|20)\d\d|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{1,4}[/-]\d{1,2}[/-]\d{1,4})$/;
/** How many rows are looked at for what their columns have. */
const COMPARED_ROWS = 50;

/**
 * Whether a first row has headings. It has none where a value stands above values of its column, as in a price list
 * that begins at once; dates and numbers that count up, such as sizes, are headings.
 */
function areHeadings(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const places = first.flatMap((cell, column) => (VALUE.test(cell) ? [column] : []));
  if (places.every((column) => DATE.test(first[column] ?? ''))) return true;
  const isCount = places.every((column, index) => {
    const [number = '', before = ''] = [first[column], first[column - 1]];
    return (
      /^\d+$/.test(number) && (index === 0 || (column - 1 === places[index - 1] && Number(number) > Number(before)))
    );
  });
  if (isCount && places.length > 1) return true;
  const compared = rows.slice(0, COMPARED_ROWS);
  return !first.some(
    (cell, column) =>
      VALUE.test(cell) &&
      !DATE.test(cell) &&
      compared.every((row) => (row[column] ?? '') === '' || VALUE.test(row[column] ?? '')) &&
      compared.some((row) => (row[column] ?? '') !== ''),
  );
}

/** JSON as paragraphs: every entry of a list on its own, an object as `path: value` lines. */
export function jsonToText(value: Json): string {
  if (Array.isArray(value)) return value.map((entry) => lines(entry, '').join('\n')).join('\n\n');
  return lines(value, '').join('\n');
}

function cellText(cell: unknown): string {
  return typeof cell === 'string'
    ? cell.replace(/\s+/g, ' ').trim()
    : typeof cell === 'number' || typeof cell === 'boolean'
      ? String(cell)
      : '';
}

function lines(value: Json, path: string): string[] {
  if (typeof value !== 'object' || value === null)
    return value === null || value === '' ? [] : [path === '' ? String(value) : `${path}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, entry]) =>
    lines(entry, path === '' ? key : Array.isArray(value) ? path : `${path} ${key}`),
  );
}
