/** How much of a file is kept as text for the model, in characters. */
export const FILE_TEXT_MAX_LENGTH = 24_000;

const TEXT_TYPES = new Set([
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'application/json',
  'application/yaml',
]);

/**
 * The text of a file for the model: its beginning, with a note of how much was left out. Undefined for kinds that are
 * no
 * text.
 *
 * HTML is given as it is written. Bytes that are no UTF-8 are read as Windows-1252, which spreadsheets still write.
 */
export function readFileText(type: string, bytes: Uint8Array): string | undefined {
  if (!TEXT_TYPES.has(type)) return undefined;
  // No database keeps NUL in a text, and no model misses it.
  return cutFileText(decodeText(bytes).toWellFormed().replaceAll('\0', '').trim());
}

/** The beginning of a long text, with a note of how much was left out. */
export function cutFileText(text: string): string {
  const left = text.length - FILE_TEXT_MAX_LENGTH;
  return left <= 0
    ? text
    : `${text.slice(0, FILE_TEXT_MAX_LENGTH).toWellFormed()}\n[${String(left)} more characters are not shown]`;
}

/** Bytes as text, by their byte order mark, else UTF-8, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
