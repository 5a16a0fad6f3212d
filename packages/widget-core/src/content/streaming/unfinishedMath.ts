import { MAX_FORMULA_LENGTH, MAX_HELD_LABEL } from '../contentLimits';
import {
  formulaLine,
  isCertainDisplay,
  isWords,
  looksLikeFormula,
  mayPrecedeFormula,
  PROGRAM,
  readBlockFormula,
  readInlineFormula,
} from '../mathSyntax';
import { codeSpanLength } from '../codeSpans';

/**
 * What a formula is called inside a sentence while it is being written. A message never holds the character: NUL is
 * replaced when a text is read.
 */
export const UNFINISHED_FORMULA = '\u0000';
const PLACEHOLDER = `\\(${UNFINISHED_FORMULA}\\)`;

/**
 * Where a formula on lines of its own begins that is not complete, at the end of a growing piece of text; undefined
 * when there is none.
 *
 * @param text - a paragraph, or a formula that has begun on its first line
 */
export function unfinishedBlockFormula(text: string): number | undefined {
  if (endsInBlockFormula(text)) return undefined;
  return blockStarts(text).find((start) => {
    const rest = text.slice(start);
    return (
      formulaLine(rest.split('\n', 1)[0] ?? '') === 'opens' &&
      !readBlockFormula(rest) &&
      rest.length <= MAX_FORMULA_LENGTH
    );
  });
}

/** Whether such a formula is complete and ends the text: there is nothing in it to be closed. */
export function endsInBlockFormula(text: string): boolean {
  return blockStarts(text).some((start) => readBlockFormula(text.slice(start))?.raw.length === text.length - start);
}

/** Where a formula on lines of its own can begin: a line that opens one ends what was there before it. */
function blockStarts(text: string): readonly number[] {
  return [0, text.lastIndexOf('\n') + 1];
}

/**
 * Puts a mark in the place of a formula at the end of a growing text that is not complete: its TeX is not for reading.
 * Half a delimiter waits, and so does what may be an amount of money, a name or brackets: a mark would be wider than it.
 */
export function hideUnfinishedFormula(text: string): string {
  const start = openFormula(text);
  if (start === undefined) return text;
  const written = text.slice(start);
  const mayBeWords =
    /^\$(?:\d|[\w(.*]*$)|^\\$/.test(written) || (written.startsWith('\\[') && !isCertainDisplay(written));
  return text.slice(0, start) + (mayBeWords ? '' : PLACEHOLDER);
}

/** Where the formula begins in whose middle a text ends. */
function openFormula(text: string): number | undefined {
  let index = 0;
  while (index < text.length) {
    const rest = text.slice(index);
    const code = /^`+/.exec(rest)?.[0];
    if (code !== undefined) {
      const end = codeSpanLength(rest);
      if (end === 0) return undefined;
      index += end;
    } else if (rest.startsWith('$') || rest.startsWith('\\')) {
      const length = formulaLength(rest, text.charAt(index - 1));
      if (length === undefined) return index;
      index += length;
    } else index += /^[^`$\\]+/.exec(rest)?.[0].length ?? 1;
  }
  return undefined;
}

/** Length of a formula, or of what is no delimiter of one; undefined while a formula may be being written. */
function formulaLength(text: string, previous: string): number | undefined {
  const found = readInlineFormula(text, previous);
  // What comes after a single `$` decides whether it closes.
  if (found && (found.raw.length < text.length || !found.raw.endsWith('$') || found.display)) return found.raw.length;
  if (/^\$\$|^\\\(/.test(text)) return mayGoOn(text) ? undefined : 2;
  if (text.startsWith('\\['))
    // Brackets in a sentence hold a few words.
    return mayGoOn(text) && !text.includes('\\]') && (text.length < MAX_HELD_LABEL || isCertainDisplay(text))
      ? undefined
      : 2;
  if (text.startsWith('\\')) return text.length === 1 ? undefined : 2;
  return isOpenDollar(text, previous) ? undefined : 1;
}

/** A formula may run over a line end, not over a blank line. */
function mayGoOn(text: string): boolean {
  return text.length <= MAX_FORMULA_LENGTH && !/\n[ \t]*\n/.test(text) && !/^\$\$\s*\$\$|^\\\(\s*\\\)/.test(text);
}

/** Code, or a name of four letters or more with a path or a property: `$HOME/`. */
const NOT_TEX = /^\$(?:[^`]*`|\p{L}{4,}(?:-(?:>|$)|[^\p{L}\s=^_{(\\+*-]))/u;

/** Whether a `$` that begins a text may open a formula whose end has not come. */
function isOpenDollar(text: string, previous: string): boolean {
  if (!mayPrecedeFormula(previous) || text.includes('\n') || text.length > MAX_FORMULA_LENGTH) return false;
  if (text === '$') return true;
  if (!/^\$[^\s$]/.test(text) || PROGRAM.test(text.slice(1)) || NOT_TEX.test(text)) return false;
  const closer = /(?<!\\)\$/.exec(text.slice(1));
  // The first `$` that comes decides, and what comes after it.
  if (closer) return closer.index + 2 === text.length && !/\s\$$/.test(text) && looksLikeFormula(text.slice(1, -1));
  return !isPrice(text) && !isWords(text.slice(1));
}

/**
 * An amount of money with something behind it that no formula has there: `$5 and`, `$5)`, `$1,000. Then`, `$2k for`.
 */
function isPrice(text: string): boolean {
  return /^\$\d[\d.,]*(?:[kmb](?=[\s.,;:!?)]))?[.,]?(?:[)\]"'”’;:!?%]|\s+["“'(&]?\p{L}|\/\p{L}{3}|[-–—]\s?\p{L}{2})/iu.test(
    text,
  );
}
