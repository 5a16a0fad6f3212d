/** Longest stored name, in characters. */
const NAME_MAX_LENGTH = 200;
/**
 * Control characters, and those that turn the direction of text or are not seen: a name made of them shows another
 * ending than it has.
 */

const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A visitor's file name as it is stored and shown: without path and control characters, at most 200 characters with its
 * ending kept. Never empty.
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

/** A name for `Content-Disposition`: plain ASCII for old programs, and the real one encoded (RFC 6266). */
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
