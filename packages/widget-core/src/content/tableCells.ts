import { codeSpanLength } from './codeSpans';
import { MAX_FORMULA_LENGTH } from './contentLimits';
import { readInlineFormula } from './mathSyntax';

/**
 * A row of a table with a backslash before each `|` that begins no cell: one inside a code span or a formula, and those
 * behind the last column. Models write `$P(A|B)$` in a cell and mean one cell, where GitHub would begin another; and GitHub
 * would drop the cells that the header has no column for.
 *
 * @param row - one line
 * @param columns - how many cells the header has
 * @param math - formulas are read
 */
export function escapeCellPipes(row: string, columns: number, math: boolean): string {
  if (!row.includes('|')) return row;
  const first = row.search(/\S/);
  const last = row.trimEnd().length - 1;
  const bars = cellBars(row, math, false).filter((bar) => bar !== first && bar !== last);
  const kept = new Set([first, last, ...bars.slice(0, columns - 1)]);
  return row.replaceAll(/(?<!\\)\|/g, (bar, at: number) => (kept.has(at) ? bar : `\\${bar}`));
}

/** Where the last cell of a row begins that is still being written. */
export function lastCellStart(row: string, math: boolean): number {
  return (cellBars(row, math, true).at(-1) ?? -1) + 1;
}

/**
 * Where the bars between the cells of a row stand, those at its edges included.
 *
 * @param isWriting - what closes a code span may still come
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
