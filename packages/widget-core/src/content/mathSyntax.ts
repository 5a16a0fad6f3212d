import type { TokenizerAndRendererExtension, Tokens } from 'marked';
import { MAX_FORMULA_LENGTH } from './contentLimits';
import { CJK, isWordCharacter } from './characters';

/** A formula found at the start of a text: its TeX, and all of what was written. */
export interface FoundFormula {
  readonly source: string;
  readonly raw: string;
  readonly display: boolean;
}

/**
 * Reads the formula that begins a piece of a sentence: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
 *
 * A single `$` opens only after a space, punctuation, a CJK character or the start of the line and before a
 * character that is not a space; it closes at the next `$` of the same line that has no space before it and no letter
 * or digit after it, if what is between them looks like a formula: `$5 to $10`, `$HOME/$USER` and `${a}${b}` stay text
 * (contract 3.2, docs/content.md).
 *
 * @param text - starts with `$`, `\(` or `\[`
 * @param previous - the character before, '' at the start
 * @returns `undefined` when this is no formula
 */
export function readInlineFormula(text: string, previous: string): FoundFormula | undefined {
  if (text.startsWith('\\(')) return delimited(text, '\\(', '\\)', false);
  if (text.startsWith('$$')) return delimited(text, '$$', '$$', true);
  if (text.startsWith('\\[')) {
    const found = delimited(text, '\\[', '\\]', true);
    return found && isCertainDisplay(found.source) && !/^[([:]/.test(text.slice(found.raw.length)) ? found : undefined;
  }
  if (!text.startsWith('$') || !mayPrecedeFormula(previous) || !/^\$[^\s$]/.test(text)) return undefined;
  const lineEnd = text.indexOf('\n');
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  let end = line.indexOf('$', 1);
  while (end > 0 && line[end - 1] === '\\') end = line.indexOf('$', end + 1);
  const source = line.slice(1, end);
  const next = line.charAt(end + 1);
  if (end < 2 || /\s$/.test(source) || next === '{' || (next === '(' && source.startsWith('('))) return undefined;
  if (isWordCharacter(next) || !looksLikeFormula(source)) return undefined;
  return { source, raw: line.slice(0, end + 1), display: false };
}

/** Whether what is written between `\[` and `\]` is TeX: `\[user\_id\]` and `\[1\]` are brackets in a sentence. */
export function isCertainDisplay(source: string): boolean {
  return /\\[a-z]|[\^=]/i.test(source);
}

/** TeX, or an equation that does not begin with an amount of money. */
const CERTAIN = /[\\^]|_[{\w]|^\D.*=./;
/** What people write between two `$` and is none: a sentence, an amount with its words, the name of a variable. */
const WORD = '(?!(?:sin|cos|tan|log|exp|lim|max|min|mod|gcd)\\b)\\p{L}{3,}[.,;:!?]?';
const WORDS = new RegExp(
  `^${WORD}\\s|\\s${WORD}(?=\\s|$)|^\\d[\\d.,]*[kmb]?(?:\\s+|['’])\\p{L}{2}|^\\p{L}{4,}$|["${CJK}]`,
  'iu',
);
/** How a path, a template, a call or a property of a program begins. */
export const PROGRAM = /^(?:[{/"']|\(["']|\.\p{L}|\*\*)/u;
/** No formula ends so, or has code or the end of bold words in it. */
const NO_FORMULA = /(?<!\\)[=/,:;([{]$|`|\*\*(?:\s|$)/;
const VARIABLE = /^[A-Z\d]{2,}(?:_[A-Z\d]+)+$/i;

/**
 * Whether the text between two single `$` is TeX rather than a path, a template, the name of a variable, or words between
 * two amounts of money.
 */
export function looksLikeFormula(source: string): boolean {
  if (PROGRAM.test(source) || NO_FORMULA.test(source) || !/[\p{L}\p{N}\\]/u.test(source)) return false;
  return !VARIABLE.test(source) && !isWords(source);
}

/** Whether the beginning of what stands behind a `$` is words, an amount of money or the name of a variable. */
export function isWords(source: string): boolean {
  return !CERTAIN.test(source) && WORDS.test(source);
}

/**
 * Reads a formula that has its lines to itself: `$$…$$` or `\[…\]`, over several lines but without a blank one.
 *
 * @returns `undefined` when the delimiter is not closed, or more text follows on its line
 */
export function readBlockFormula(text: string): FoundFormula | undefined {
  const match =
    /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n|\$\$)[\s\S])+)\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S])+)\\\])[ \t]*(?:\n+|$)/.exec(
      text,
    );
  const source = (match?.[1] ?? match?.[2])?.trim();
  return match && source ? { source, raw: match[0], display: true } : undefined;
}

/** Whether a line opens a formula on lines of its own, and whether it closes it as well. */
export function formulaLine(line: string): 'opens' | 'whole' | undefined {
  const match = /^ {0,3}(\$\$|\\\[)(.*)$/.exec(line);
  if (!match) return undefined;
  const [, opener, rest = ''] = match;
  const closer = opener === '$$' ? '$$' : '\\]';
  const end = rest.indexOf(closer);
  if (end < 0) return 'opens';
  return end > 0 && rest.slice(end + 2).trim() === '' ? 'whole' : undefined;
}

/** Whether a line ends a formula that `formulaLine` saw opening. */
export function closesFormula(line: string): boolean {
  return /(?:\$\$|\\\])\s*$/.test(line);
}

/** Formulas as marked extensions, one for blocks and one for sentences. */
export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'mathBlock',
    level: 'block',
    start: (source) => {
      const match = /(?:^|\n) {0,3}(?:\$\$|\\\[)/.exec(source);
      return match ? match.index + (match[0].startsWith('\n') ? 1 : 0) : undefined;
    },
    tokenizer(source) {
      const found = readBlockFormula(source);
      return found && ({ type: 'mathBlock', raw: found.raw, text: found.source } satisfies Tokens.Generic);
    },
  },
  {
    name: 'mathInline',
    level: 'inline',
    start: (source) => {
      const dollar = source.indexOf('$');
      const bracket = source.search(/\\[([]/);
      return dollar < 0 || (bracket >= 0 && bracket < dollar) ? bracket : dollar;
    },
    tokenizer(source, tokens) {
      if (!/^(?:\$|\\[([])/.test(source)) return undefined;
      const found = readInlineFormula(source, tokens.at(-1)?.raw.at(-1) ?? '');
      return (
        found &&
        ({ type: 'mathInline', raw: found.raw, text: found.source, display: found.display } satisfies Tokens.Generic)
      );
    },
  },
];

/** Covers dollar formulas for marked's search for emphasis, so that a `*` in a formula closes nothing outside it. */
export function maskFormulas(text: string): string {
  if (!text.includes('$')) return text;
  let masked = '';
  let index = 0;
  for (const match of text.matchAll(/\$/g)) {
    if (match.index < index) continue;
    const found = readInlineFormula(
      text.slice(match.index, match.index + MAX_FORMULA_LENGTH + 4),
      text.charAt(match.index - 1),
    );
    if (!found) continue;
    masked += text.slice(index, match.index) + 'a'.repeat(found.raw.length);
    index = match.index + found.raw.length;
  }
  return masked + text.slice(index);
}

/** A formula between two-character delimiters; it may run over a line end, not over a blank line. */
function delimited(text: string, opener: string, closer: string, display: boolean): FoundFormula | undefined {
  const end = text.slice(0, MAX_FORMULA_LENGTH + 4).indexOf(closer, opener.length);
  if (end < 0) return undefined;
  const source = text.slice(opener.length, end);
  if (source.trim() === '' || /\n[ \t]*\n/.test(source)) return undefined;
  return { source: source.trim(), raw: text.slice(0, end + closer.length), display };
}

/** Whether a single `$` opens a formula behind this character; '' at the start. */
export function mayPrecedeFormula(previous: string): boolean {
  return previous !== '$' && previous !== '\\' && !isWordCharacter(previous);
}
