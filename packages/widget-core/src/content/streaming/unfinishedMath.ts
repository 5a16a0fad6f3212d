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
 * Placeholder inside a sentence for a formula that is being written. NUL cannot occur in a message, because it is
 * replaced on input.
 */
export const UNFINISHED_FORMULA = '\u0000';
const PLACEHOLDER = `\\(${UNFINISHED_FORMULA}\\)`;

/**
 * Start of an incomplete formula on its own lines at the end of a growing text; undefined if there is none.
 *
 * @param text - a paragraph, or a formula that starts on its first line
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

/** Whether such a formula is complete and ends the text, so that nothing in it must be closed. */
export function endsInBlockFormula(text: string): boolean {
  return blockStarts(text).some((start) => readBlockFormula(text.slice(start))?.raw.length === text.length - start);
}

/** Possible starts of formulas on their own lines: a line that opens one ends the text before it. */
function blockStarts(text: string): readonly number[] {
  return [0, text.lastIndexOf('\n') + 1];
}

/**
 * Replaces an incomplete formula at the end of a growing text by the placeholder, because raw TeX is not readable. Half
 * a delimiter is held back without one, and so is what may be an amount of money, a name or brackets, because the
 * placeholder would be wider.
 */
export function hideUnfinishedFormula(text: string): string {
  const start = openFormula(text);
  if (start === undefined) return text;
  const written = text.slice(start);
  const mayBeWords =
    /^\$(?:\d|[\w(.*]*$)|^\\$/.test(written) || (written.startsWith('\\[') && !isCertainDisplay(written));
  return text.slice(0, start) + (mayBeWords ? '' : PLACEHOLDER);
}

/** Start of the formula that is unfinished at the end of a text. */
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

/** Length of a formula, or of a text that is no delimiter of one; undefined while a formula may be unfinished. */
function formulaLength(text: string, previous: string): number | undefined {
  const found = readInlineFormula(text, previous);
  // The text after a single `$` decides whether it closes the formula.
  if (found && (found.raw.length < text.length || !found.raw.endsWith('$') || found.display)) return found.raw.length;
  if (/^\$\$|^\\\(/.test(text)) return mayContinue(text) ? undefined : 2;
  if (text.startsWith('\\['))
    // Brackets in a sentence contain only a few words.
    return mayContinue(text) && !text.includes('\\]') && (text.length < MAX_HELD_LABEL || isCertainDisplay(text))
      ? undefined
      : 2;
  if (text.startsWith('\\')) return text.length === 1 ? undefined : 2;
  return isOpenDollar(text, previous) ? undefined : 1;
}

/** A formula may contain line ends but no blank line. */
function mayContinue(text: string): boolean {
  return text.length <= MAX_FORMULA_LENGTH && !/\n[ \t]*\n/.test(text) && !/^\$\$\s*\$\$|^\\\(\s*\\\)/.test(text);
}

/** Code, or a name of four letters or more followed by a path or a property: `$HOME/`. */
const NOT_TEX = /^\$(?:[^`]*`|\p{L}{4,}(?:-(?:>|$)|[^\p{L}\s=^_{(\\+*-]))/u;

/** Whether a `$` at the start of a text may open a formula that is not closed yet. */
function isOpenDollar(text: string, previous: string): boolean {
  if (!mayPrecedeFormula(previous) || text.includes('\n') || text.length > MAX_FORMULA_LENGTH) return false;
  if (text === '$') return true;
  if (!/^\$[^\s$]/.test(text) || PROGRAM.test(text.slice(1)) || NOT_TEX.test(text)) return false;
  const closer = /(?<!\\)\$/.exec(text.slice(1));
  // The next `$` decides, together with the text after it.
  if (closer) return closer.index + 2 === text.length && !/\s\$$/.test(text) && looksLikeFormula(text.slice(1, -1));
  return !isPrice(text) && !isWords(text.slice(1));
}

/** An amount of money followed by text that does not occur in formulas: `$5 and`, `$5)`, `$1,000. Then`, `$2k for`. */
function isPrice(text: string): boolean {
  return /^\$\d[\d.,]*(?:[kmb](?=[\s.,;:!?)]))?[.,]?(?:[)\]"'”’;:!?%]|\s+["“'(&]?\p{L}|\/\p{L}{3}|[-–—]\s?\p{L}{2})/iu.test(
    text,
  );
}
