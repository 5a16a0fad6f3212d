/** One cell: an untrusted text, a number, or nothing. */
export type CsvCell = string | number | null;

/**
 * What a spreadsheet may take for the beginning of a formula: one of the signs, in any of its forms, also after
 * characters that nobody sees. U+2800 is a blank of Braille.
 */
const FORMULA = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@−＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]|^[\t\r\n]/u;

/**
 * One line of a CSV file as RFC 4180 has it. A text that a spreadsheet would run as a formula gets an apostrophe before
 * it.
 */
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
 * A CSV file in UTF-8, written while it is read: a page of rows at a time, however many there are.
 *
 * Begins with a byte order mark, without which Excel reads UTF-8 as the code page of its system. A page that fails ends
 * the body with an error: a browser then reports a failed download.
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
