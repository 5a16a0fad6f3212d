/** The opening line of a fence. */
export interface FenceOpening {
  readonly indent: number;
  readonly marks: string;
  readonly info: string;
}

/** A list mark at the start of a line. */
export interface ListMark {
  readonly indent: number;
  /** What all marks of one list share: the bullet, or the character after the number. */
  readonly family: string;
  /** Column where the item's content starts; lines with less indentation are outside the item. */
  readonly contentIndent: number;
}

/** Whether a line contains only spaces. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Whether a line is indented enough to be code at the start of a block. */
export function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}

/** Number of spaces at the start of a line. */
export function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Parses the opening line of a code fence. */
export function readFenceOpening(line: string): FenceOpening | undefined {
  const match = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line);
  return match ? { indent: (match[1] ?? '').length, marks: match[2] ?? '', info: match[3] ?? '' } : undefined;
}

/** Whether a line closes a fence. */
export function closesFence(line: string, opening: FenceOpening): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks[0] === opening.marks[0] && marks.length >= opening.marks.length;
}

/** Whether a line is a heading that starts with `#`. */
export function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:\s|$)/.test(line);
}

/** Whether a line is a horizontal rule. */
export function isRule(line: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line);
}

/** Whether a line starts or continues a quote. */
export function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

/** Whether a line may turn the paragraph above it into a heading (`===`, `---`). */
export function isUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}

/** Whether a line may be the second line of a table. */
export function isDelimiterRow(line: string): boolean {
  return /[|:]/.test(line) && /^ {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?[ \t]*$/.test(line);
}

/** Whether a line starts a list inside a paragraph: a bullet or the number 1, followed by text. */
export function isListInParagraph(line: string): boolean {
  return /^ {0,3}(?:[*+-]|1[.)])[ \t]+[^ \t]/.test(line);
}

/**
 * Parses the list mark at the start of a line. Marks followed by a tab, or by nothing, have special rules for their
 * content column and are left to the lexer.
 */
export function readListMark(line: string): ListMark | undefined {
  const match = /^( {0,3})([*+-]|\d{1,9}[.)])(?:( +)(?=[^ \t])|[ \t]|$)/.exec(line);
  if (!match) return undefined;
  const [, space = '', mark = '', gap = ''] = match;
  const width = gap.length === 0 ? 1 : gap.length > 4 ? 1 : gap.length;
  return { indent: space.length, family: mark.slice(-1), contentIndent: space.length + mark.length + width };
}
