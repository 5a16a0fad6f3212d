/** A soft hyphen, spaces without a width, a byte order mark: they stand inside of words and hide them from a search. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** A text without characters that nobody sees. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}
