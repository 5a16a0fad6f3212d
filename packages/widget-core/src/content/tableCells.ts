import { codeSpanLength } from './codeSpans';
import { MAX_FORMULA_LENGTH } from './contentLimits';
import { readInlineFormula } from './mathSyntax';

/**
 * Inserts a backslash before each `|` of a table row that starts no cell: inside code spans and formulas, and after the
 * last column. Models write `$P(A|B)$` as one cell, which GitHub would split; GitHub would also drop cells beyond the
 * header's columns.
 *
 * @param row - one line
 * @param columns - number of cells in the header
 * @param math - whether formulas are parsed
 */
export function escapeCellPipes(row: string, columns: number, math: boolean): string {
  if (!row.includes('|')) return row;
  const first = row.search(/\S/);
  const last = row.trimEnd().length - 1;
  const bars = cellBars(row, math, false).filter((bar) => bar !== first && bar !== last);
  const kept = new Set([first, last, ...bars.slice(0, columns - 1)]);
  return row.replaceAll(/(?<!\\)\|/g, (bar, at: number) => (kept.has(at) ? bar : `\\${bar}`));
}

/** Start of a row's last, unfinished cell. */
export function lastCellStart(row: string, math: boolean): number {
  return (cellBars(row, math, true).at(-1) ?? -1) + 1;
}

/**
 * Positions of the bars between a row's cells, including those at its edges.
 *
 * @param isWriting - the end of a code span may still arrive
 */
function cellBars(row: string, math: boolean, isWriting: boolean): readonly number[] {
  const bars: number[] = [];
  const mark = /[|`$\\]/g;
  for (let found = mark.exec(row); found; found = mark.exec(row)) {
    const { index } = found;
    const rest = row.slice(index, index + MAX_FORMULA_LENGTH);
    if (rest.startsWith('|')) bars.push(index);
    const code = rest.startsWith('`') ? codeSpanLength(rest) : undefined;
    if (code === 0 && isWriting) break;
    const formula = math && /^(?:\$|\\[([])/.test(rest) ? readInlineFormula(rest, row.charAt(index - 1)) : undefined;
    const length = code ?? formula?.raw.length ?? (rest.startsWith('\\') ? 2 : 1);
    mark.lastIndex = index + (length || (/^`+/.exec(rest)?.[0].length ?? 1));
  }
  return bars;
}
