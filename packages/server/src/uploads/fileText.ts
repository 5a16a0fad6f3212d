import { cutText } from '@sotto/widget-core/internal/server';
import { decodeBytes } from '../encodings/decodeBytes';

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
 * HTML is given as it is written. The encoding is found as for documents (`decodeBytes`).
 */
export function readFileText(type: string, bytes: Uint8Array): string | undefined {
  if (!TEXT_TYPES.has(type)) return undefined;
  // No database keeps NUL in a text, and no model misses it.
  return cutFileText(
    decodeBytes(bytes, { isMarkup: type === 'text/html' })
      .text.toWellFormed()
      .replaceAll('\0', '')
      .trim(),
  );
}

/** The beginning of a long text, with a note of how much was left out. */
export function cutFileText(text: string): string {
  const left = text.length - FILE_TEXT_MAX_LENGTH;
  return left <= 0 ? text : `${cutText(text, FILE_TEXT_MAX_LENGTH)}\n[${String(left)} more characters are not shown]`;
}
