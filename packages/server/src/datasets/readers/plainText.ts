/** A soft hyphen, spaces without a width, a byte order mark: they stand inside of words and hide them from a search. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** A text without characters that nobody sees. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * What a line of markdown would be taken for, where its words are meant as they are: a heading, a fence, HTML, the
 * definition of a link, a rule or the line below a heading.
 */
const MARKS = /^(?=#{1,6}(?:[ \t]|$)|`{3}|~{3}|<[!?/a-z]|\[[^\][\n]{1,999}\]:|[=*_-][ \t=*_-]*$)/gim;

/** Words as a paragraph of markdown, with nothing in them taken for a mark: what is taken for HTML would be lost. */
export function literal(words: string): string {
  return words.replace(MARKS, '\\');
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Words that are raised behind others: 9 and 99 raised are no 999. */
export function raised(words: string, before: string): string {
  const digits = words.trim();
  return /^[-−]?\d{1,4}$/.test(digits) && /[\p{L}\p{N}€$£]$/u.test(before)
    ? digits.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? '').replace(/[-−]/, '⁻')
    : words;
}
