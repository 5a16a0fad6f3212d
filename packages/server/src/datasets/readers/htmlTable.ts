/** A table that is read row by row. */
export interface TableReader {
  /** Notes a cell. @param blocks - its content @param attributes - with `rowspan` and `colspan` */
  addCell(blocks: readonly string[], attributes: Readonly<Record<string, string>>): void;
  /** The blocks of the row that ends: one, or those of its cells where it is only a frame for them. */
  endRow(): readonly string[];
}

/** Longest cell of a row of words, in characters, and most blocks in it: more is a page in a table. */
const CELL_MAX_LENGTH = 500;
const CELL_MAX_BLOCKS = 4;
/** Most rows and columns that one cell stands for, and longest cell that does, in characters. */
const SPAN_MAX = 200;
const SPANNING_MAX_LENGTH = 200;

interface Cell {
  readonly blocks: readonly string[];
  /** How many rows below have it, too. */
  rowsLeft: number;
}

/**
 * Reads a table in which a cell may stand for several rows and columns: each of them has its value.
 *
 * @param filled - how many cells may still be filled in this page
 */
export function createTableReader(filled: { left: number }): TableReader {
  let row: Cell[] = [];
  let above: (Cell | undefined)[] = [];
  /** Cells of rows above that stand at this place. */
  const addFromAbove = (): void => {
    for (let cell = above[row.length]; cell && filled.left > 0; cell = above[row.length]) {
      row.push({ blocks: cell.blocks, rowsLeft: cell.rowsLeft - 1 });
      filled.left -= 1;
    }
  };
  const span = (value: string | undefined, isShort: boolean): number => {
    const count = Number(value);
    return isShort && count >= 1 && filled.left > 0 ? Math.min(Math.trunc(count), SPAN_MAX) : 1;
  };
  return {
    addCell(blocks, { rowspan, colspan }) {
      addFromAbove();
      const isShort = blocks.length === 1 && (blocks[0]?.length ?? 0) <= SPANNING_MAX_LENGTH;
      const rowsLeft = span(rowspan, isShort) - 1;
      const columns = span(colspan, isShort);
      for (let column = 0; column < columns; column += 1) row.push({ blocks, rowsLeft });
      filled.left -= columns - 1;
    },
    endRow() {
      // The end of a row and the beginning of the next are one.
      if (row.length === 0) return [];
      addFromAbove();
      const cells = row;
      above = cells.map((cell) => (cell.rowsLeft > 0 ? cell : undefined));
      row = [];
      const words = cells.map(({ blocks }) => blocks.join(' '));
      const isWords = cells.every(
        ({ blocks }, index) =>
          blocks.length <= CELL_MAX_BLOCKS &&
          (words[index]?.length ?? 0) <= CELL_MAX_LENGTH &&
          !blocks.some((block) => /^(?:#|`{3}|- |\d+\. )/.test(block)),
      );
      if (!isWords || words.filter((each) => each !== '').length < 2)
        return [...new Set(cells.flatMap(({ blocks }) => blocks))];
      return [
        withoutRepeats(words)
          .join(' | ')
          .replace(/\s+/g, ' ')
          .replace(/(?: \|)+ ?$/, '')
          .trim(),
      ];
    },
  };
}

/** A title over the whole width is there once. */
function withoutRepeats(words: readonly string[]): readonly string[] {
  return words.every((each) => each === words[0]) ? words.slice(0, 1) : words;
}
