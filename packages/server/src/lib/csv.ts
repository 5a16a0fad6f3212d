/** A cell: untrusted text, a number, or empty. */
export type CsvCell = string | number | null;

/**
 * Matches texts that a spreadsheet may run as a formula: a formula sign in any form, also after invisible characters.
 * U+2800 is the blank Braille pattern.
 */
const FORMULA = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@−＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]|^[\t\r\n]/u;

/** Formats a CSV line (RFC 4180). Texts that could be formulas are prefixed with an apostrophe. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Streams a CSV file in UTF-8, one page of rows at a time.
 *
 * Starts with a byte order mark, because Excel otherwise uses the system's code page. If a page fails, the body ends
 * with an error, which browsers report as a failed download.
 */
export function csvBody(
  header: readonly string[],
  pages: AsyncGenerator<readonly (readonly CsvCell[])[], void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(encoder.encode(`\uFEFF${toCsvLine(header)}`));
      },
      async pull(controller) {
        const page = await pages.next();
        if (page.done === true) controller.close();
        else controller.enqueue(encoder.encode(page.value.map(toCsvLine).join('')));
      },
      async cancel() {
        await pages.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
