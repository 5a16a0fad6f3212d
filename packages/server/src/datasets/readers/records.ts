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
  const paragraphs = records.map((row) =>
    row
      .flatMap((cell, index) => (cell === '' ? [] : [headings[index] ? `${headings[index]}: ${cell}` : cell]))
      .join('\n'),
  );
  return [...above, ...paragraphs].join('\n\n');
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
