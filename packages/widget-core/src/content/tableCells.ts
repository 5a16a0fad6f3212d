import { codeSpanLength } from './codeSpans';
import { MAX_FORMULA_LENGTH } from './contentLimits';
import { readInlineFormula } from './mathSyntax';

/**
 * A row of a table with a backslash before each `|` that stands inside a code span or a formula: models write
 * `$P(A|B)$` in a cell and mean one cell, where GitHub would begin another.
 *
 * @param row - one line
 * @param math - formulas are read
 */
export function escapeCellPipes(row: string, math: boolean): string {
  if (!row.includes('|') || !/[`$]|\\\(/.test(row)) return row;
  let escaped = '';
  let index = 0;
  while (index < row.length) {
    const length = constructLength(row.slice(index, index + MAX_FORMULA_LENGTH), row.charAt(index - 1), math);
    escaped += length > 1 ? row.slice(index, index + length).replaceAll(/(?<!\\)\|/g, '\\|') : row.charAt(index);
    index += Math.max(1, length);
  }
  return escaped;
}

/** Length of what begins a text and is read as one thing. */
function constructLength(rest: string, previous: string, math: boolean): number {
  if (rest.startsWith('`')) return codeSpanLength(rest) || (/^`+/.exec(rest)?.[0].length ?? 1);
  const formula = math && /^(?:\$|\\\()/.test(rest) ? readInlineFormula(rest, previous) : undefined;
  return formula?.raw.length ?? (rest.startsWith('\\') ? 2 : 1);
}
