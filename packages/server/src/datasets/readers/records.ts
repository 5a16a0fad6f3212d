import type { Json } from '@sotto/widget-core/api';

/**
 * A table with a line of headings as paragraphs, one a row: `heading: value` lines, so that a row can be found by any
 * of its words.
 */
export function rowsToText(rows: readonly (readonly unknown[])[]): string {
  const filled = rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''));
  const [headings = [], ...records] = filled;
  if (records.length === 0) return headings.join(' | ');
  return records
    .map((row) =>
      row
        .flatMap((cell, index) => (cell === '' ? [] : [headings[index] ? `${headings[index]}: ${cell}` : cell]))
        .join('\n'),
    )
    .join('\n\n');
}

/** JSON as paragraphs: every entry of a list on its own, an object as `path: value` lines. */
export function jsonToText(value: Json): string {
  if (Array.isArray(value)) return value.map((entry) => lines(entry, '').join('\n')).join('\n\n');
  return lines(value, '').join('\n');
}

/**
 * Comma-separated values as RFC 4180 has them. Semicolons and tabs count as commas when the first line has more of
 * them.
 */
export function readCsv(text: string): string[][] {
  const first = text.slice(0, text.indexOf('\n') >>> 0);
  const separator =
    [',', ';', '\t'].map((each) => ({ each, count: first.split(each).length })).sort((a, b) => b.count - a.count)[0]
      ?.each ?? ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[(index += 1)];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator || character === '\n') {
      rows.at(-1)?.push(cell.trim());
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell.trim());
  return rows;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
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
