/** A table of an Office document that is being read. */
export interface OfficeTable {
  /** Begins a row. */
  startRow(): void;
  /** Begins a cell, whose words are added to it. */
  startCell(): void;
  /** Notes that a cell goes on from the row above, and how many columns it takes. */
  merge(): void;
  span(columns: number): void;
  add(words: string): void;
  endCell(): void;
  /** The words of the row that ends; empty: none. */
  endRow(): string;
}

/** Most columns that one cell takes, and longest cell that is there several times, in characters. */
const SPAN_MAX = 60;
const SPANNING_MAX_LENGTH = 200;

/**
 * Reads a table in which a cell may stand for several rows and columns: each of them has its value.
 *
 * @param filled - how many cells may still be filled in this document
 */
export function createOfficeTable(filled: { left: number }): OfficeTable {
  let row: string[] = [];
  let above: readonly string[] = [];
  let cell: string[] = [];
  let isMerged = false;
  let columns = 1;
  return {
    startRow() {
      row = [];
    },
    startCell() {
      cell = [];
      isMerged = false;
      columns = 1;
    },
    merge() {
      isMerged = true;
    },
    span(count) {
      if (count > 1) columns = Math.min(SPAN_MAX, Math.trunc(count));
    },
    add: (words) => void cell.push(words),
    endCell() {
      const own = cell.join(' ');
      const from = isMerged && own === '' ? (above[row.length] ?? '') : own;
      const isFilling = filled.left > 0 && from.length <= SPANNING_MAX_LENGTH;
      const words = isFilling ? from : own;
      if (words !== own) filled.left -= 1;
      for (let column = 0; column < columns; column += 1) row.push(column === 0 || isFilling ? words : '');
      filled.left -= columns - 1;
    },
    endRow() {
      above = row;
      if (row.every((each) => each === row[0])) return row[0] ?? '';
      return row
        .join(' | ')
        .replace(/(?: \| )+$/, '')
        .trim();
    },
  };
}
