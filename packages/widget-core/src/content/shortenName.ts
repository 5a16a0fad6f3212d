/**
 * Longest attachment name shown whole, in characters; longer ones are shortened in the middle. Specification, sections
 * 5 and 9.
 */
const ATTACHMENT_NAME_MAX_LENGTH = 20;
/** How many characters of the end are kept: an ending and what stands before it. */
const TAIL_LENGTH = 11;

/**
 * A file's name, shortened in the middle when it has more than 20 characters; its ending is kept [W-25]:
 * `quarterl…rt-2026.pdf`.
 */
export function shortenName(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= ATTACHMENT_NAME_MAX_LENGTH) return name;
  return `${characters.slice(0, ATTACHMENT_NAME_MAX_LENGTH - TAIL_LENGTH - 1).join('')}…${characters.slice(-TAIL_LENGTH).join('')}`;
}
