/** What stands between the columns of tables that people have; the first is the standard's. */
const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Excel's first line that names the separator, also quoted by programs that quote everything. */
const NAMED = /^"?sep=([^\n"])"?[ \t]*(?:\n|$)/i;
/** How much is read to find the separator, in characters and rows. */
const SAMPLE_LENGTH = 65_536;
const SAMPLE_ROWS = 50;
/** With fewer rows of the same width than this, a separator is one of sentences, and there is one column. */
const ALIKE_SHARE = 0.5;

/**
 * A table of RFC 4180 and its dialects: separated by commas, semicolons, tabs or bars, or by what a first line `sep=`
 * names. A quote that never ends is a character like others. It takes time in proportion to the text.
 *
 * @param text - with line ends `\n`, without a byte order mark
 */
export function readCsv(text: string): string[][] {
  const named = NAMED.exec(text);
  if (named) return readRows(text.slice(named[0].length), named[1] ?? ',');
  return readRows(text, findSeparator(text));
}

/** The separator by which most rows have the same number of columns. */
function findSeparator(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const [best] = SEPARATORS.map((separator) => {
    const rows = readRows(sample, separator).slice(0, SAMPLE_ROWS);
    const widths = rows.filter((row) => row.some((cell) => cell !== '')).map((row) => row.length);
    const counts = new Map<number, number>();
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
    const [[columns, count] = [0, 0]] = [...counts].sort(([a, x], [b, y]) => y - x || b - a);
    // Rows may lack their last cells, but have no more than the headings.
    const isRagged = (widths[0] ?? 0) > 1 && widths.every((width) => width <= (widths[0] ?? 0));
    const isTable = columns > 1 && (count >= widths.length * ALIKE_SHARE || isRagged);
    return { separator, columns, share: isTable ? count / widths.length : 0 };
  }).sort((a, b) => b.share - a.share || b.columns - a.columns);
  // A line end is in no cell, so that a text without columns stays whole.
  return best && best.share > 0 ? best.separator : '\n';
}

function readRows(text: string, separator: string): string[][] {
  return scan(text, separator, true) ?? scan(text, separator, false) ?? [];
}

/** @returns undefined when a quote never ends */
function scan(text: string, separator: string, hasQuotes: boolean): string[][] | undefined {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  // Kept apart: to trim a long cell at each of its quotes would take longer and longer.
  let isBlank = true;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[(index += 1)];
      else isQuoted = false;
    } else if (hasQuotes && character === '"' && isBlank) {
      isQuoted = true;
      isBlank = false;
      cell = '';
    } else if (character === separator || character === '\n') {
      rows.at(-1)?.push(cell.trim());
      cell = '';
      isBlank = true;
      if (character === '\n') rows.push([]);
    } else {
      cell += character;
      isBlank &&= character === ' ' || character === '\t';
    }
  }
  if (isQuoted) return undefined;
  rows.at(-1)?.push(cell.trim());
  return rows;
}
