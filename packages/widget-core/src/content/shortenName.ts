/**
 * Maximum length of an attachment name that is shown in full, in characters; longer ones are shortened in the middle.
 * Specification, sections 5 and 9.
 */
const ATTACHMENT_NAME_MAX_LENGTH = 20;
/** Number of characters kept at the end: the extension and the text before it. */
const TAIL_LENGTH = 11;

/**
 * Shortens a file name of more than 20 characters in the middle and keeps its extension [W-25]: `quarterl…rt-2026.pdf`.
 */
export function shortenName(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= ATTACHMENT_NAME_MAX_LENGTH) return name;
  return `${characters.slice(0, ATTACHMENT_NAME_MAX_LENGTH - TAIL_LENGTH - 1).join('')}…${characters.slice(-TAIL_LENGTH).join('')}`;
}
