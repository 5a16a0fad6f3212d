import { cutText } from '@sotto/widget-core/internal/server';
import { decodeBytes } from '../encodings/decodeBytes';

/** Maximum length of a file's text for the model, in characters. */
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
 * Text of a file for the model, shortened with a note. Undefined for other types.
 *
 * HTML is passed as source. The encoding is detected as for documents (`decodeBytes`).
 */
export function readFileText(type: string, bytes: Uint8Array): string | undefined {
  if (!TEXT_TYPES.has(type)) return undefined;
  // Databases cannot store NUL, and models do not need it.
  return cutFileText(
    decodeBytes(bytes, { isMarkup: type === 'text/html' })
      .text.toWellFormed()
      .replaceAll('\0', '')
      .trim(),
  );
}

/** Shortens a text, with a note of how much was removed. */
export function cutFileText(text: string): string {
  const left = text.length - FILE_TEXT_MAX_LENGTH;
  return left <= 0 ? text : `${cutText(text, FILE_TEXT_MAX_LENGTH)}\n[${String(left)} more characters are not shown]`;
}
