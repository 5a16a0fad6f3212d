/** A fence that a line opens. */
export interface FenceOpening {
  readonly indent: number;
  readonly marks: string;
  readonly info: string;
}

/** A list mark at the start of a line. */
export interface ListMark {
  readonly indent: number;
  /** What the marks of one list have in common: the bullet itself, or the character after the number. */
  readonly family: string;
  /** Column at which the item's own content begins; lines indented less are not inside it. */
  readonly contentIndent: number;
}

/** Whether a line has nothing but spaces. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Whether a line is indented so far that it is code when a block begins with it. */
export function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}

/** How many spaces a line begins with. */
export function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Reads the line that opens a code fence. */
export function readFenceOpening(line: string): FenceOpening | undefined {
  const match = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line);
  return match ? { indent: (match[1] ?? '').length, marks: match[2] ?? '', info: match[3] ?? '' } : undefined;
}

/** Whether a line closes a fence. */
export function closesFence(line: string, opening: FenceOpening): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks[0] === opening.marks[0] && marks.length >= opening.marks.length;
}

/** Whether a line is a heading that begins with `#`. */
export function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:\s|$)/.test(line);
}

/** Whether a line is a horizontal rule. */
export function isRule(line: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line);
}

/** Whether a line begins a quote or goes on with one. */
export function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

/** Whether a line may underline the paragraph above it into a heading. */
export function isUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}

/** Whether a line may be the second line of a table. */
export function isDelimiterRow(line: string): boolean {
  return /[|:]/.test(line) && /^ {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?[ \t]*$/.test(line);
}

/** Whether a line begins a list in the middle of a paragraph: a bullet or the number 1, with something after it. */
export function isListInParagraph(line: string): boolean {
  return /^ {0,3}(?:[*+-]|1[.)])[ \t]+[^ \t]/.test(line);
}

/**
 * Reads the list mark a line begins with. A mark followed by a tab, or by nothing, has a content column of its own
 * rules and is left to the lexer.
 */
export function readListMark(line: string): ListMark | undefined {
  const match = /^( {0,3})([*+-]|\d{1,9}[.)])(?:( +)(?=[^ \t])|[ \t]|$)/.exec(line);
  if (!match) return undefined;
  const [, space = '', mark = '', gap = ''] = match;
  const width = gap.length === 0 ? 1 : gap.length > 4 ? 1 : gap.length;
  return { indent: space.length, family: mark.slice(-1), contentIndent: space.length + mark.length + width };
}
