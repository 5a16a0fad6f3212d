/** Maximum length of a stored name, in characters. */
const NAME_MAX_LENGTH = 200;
/** Control, bidirectional and invisible characters, which can disguise a file's extension. */

const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Cleans a visitor's file name for storage and display: removes path and control characters, and shortens it to 200
 * characters with its extension. Never empty.
 */
export function cleanFileName(name: string): string {
  const plain = name.toWellFormed().replace(DECEIVING, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const characters = Array.from(plain);
  if (characters.length > NAME_MAX_LENGTH) {
    const dot = plain.lastIndexOf('.');
    const ending = dot < 0 ? [] : Array.from(plain.slice(dot)).slice(0, 20);
    return [...characters.slice(0, NAME_MAX_LENGTH - ending.length), ...ending].join('');
  }
  return /^\.*$/.test(plain) ? 'file' : plain;
}

/** File name for `Content-Disposition`: an ASCII fallback, and the encoded name (RFC 6266). */
export function attachmentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
