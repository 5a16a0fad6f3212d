import type { TokenizerAndRendererExtension, Tokens } from 'marked';
import { MAX_FORMULA_LENGTH } from './contentLimits';
import { CJK, isWordCharacter } from './characters';

/** A formula at the start of a text: its TeX and its source text. */
export interface FoundFormula {
  readonly source: string;
  readonly raw: string;
  readonly display: boolean;
}

/**
 * Parses the formula at the start of a piece of text: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
 *
 * A single `$` opens a formula only after a space, punctuation, a CJK character or the start of the line, and before a
 * non-space. It closes at the next `$` of the same line that has no space before it and no letter or digit after it, if
 * the content looks like a formula: `$5 to $10`, `$HOME/$USER` and `${a}${b}` stay text (contract 3.2,
 * docs/content.md).
 *
 * @param text - starts with `$`, `\(` or `\[`
 * @param previous - the character before, '' at the start
 * @returns `undefined` if it is no formula
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

/** Whether the content of `\[` … `\]` is TeX: `\[user\_id\]` and `\[1\]` are brackets in a sentence. */
export function isCertainDisplay(source: string): boolean {
  return /\\[a-z]|[\^=]/i.test(source);
}

/** TeX, or an equation that does not start with an amount of money. */
const CERTAIN = /[\\^]|_[{\w]|^\D.*=./;
/** Content between two `$` that is no formula: a sentence, an amount with words, a variable name. */
const WORD = '(?!(?:sin|cos|tan|log|exp|lim|max|min|mod|gcd)\\b)\\p{L}{3,}[.,;:!?]?';
const WORDS = new RegExp(
  `^${WORD}\\s|\\s${WORD}(?=\\s|$)|^\\d[\\d.,]*[kmb]?(?:\\s+|['’])\\p{L}{2}|^\\p{L}{4,}$|["${CJK}]`,
  'iu',
);
/** Start of a path, template, call or property in program code. */
export const PROGRAM = /^(?:[{/"']|\(["']|\.\p{L}|\*\*)/u;
/** A formula does not end like this, and contains no code and no end of bold text. */
const NO_FORMULA = /(?<!\\)[=/,:;([{]$|`|\*\*(?:\s|$)/;
const VARIABLE = /^[A-Z\d]{2,}(?:_[A-Z\d]+)+$/i;

/**
 * Whether the content between two single `$` is TeX rather than a path, a template, a variable name, or text between
 * two amounts of money.
 */
export function looksLikeFormula(source: string): boolean {
  if (PROGRAM.test(source) || NO_FORMULA.test(source) || !/[\p{L}\p{N}\\]/u.test(source)) return false;
  return !VARIABLE.test(source) && !isWords(source);
}

/** Whether the text after a `$` starts with words, an amount of money or a variable name. */
export function isWords(source: string): boolean {
  return !CERTAIN.test(source) && WORDS.test(source);
}

/**
 * Parses a formula on its own lines: `$$…$$` or `\[…\]`, possibly over several lines but without a blank one.
 *
 * @returns `undefined` if the delimiter is not closed, or more text follows on its line
 */
export function readBlockFormula(text: string): FoundFormula | undefined {
  const match =
    /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n|\$\$)[\s\S])+)\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S])+)\\\])[ \t]*(?:\n+|$)/.exec(
      text,
    );
  const source = (match?.[1] ?? match?.[2])?.trim();
  return match && source ? { source, raw: match[0], display: true } : undefined;
}

/** Whether a line opens a formula on its own lines, and whether it also closes it. */
export function formulaLine(line: string): 'opens' | 'whole' | undefined {
  const match = /^ {0,3}(\$\$|\\\[)(.*)$/.exec(line);
  if (!match) return undefined;
  const [, opener, rest = ''] = match;
  const closer = opener === '$$' ? '$$' : '\\]';
  const end = rest.indexOf(closer);
  if (end < 0) return 'opens';
  return end > 0 && rest.slice(end + 2).trim() === '' ? 'whole' : undefined;
}

/** Whether a line closes a formula that `formulaLine` reported as open. */
export function closesFormula(line: string): boolean {
  return /(?:\$\$|\\\])\s*$/.test(line);
}

/** marked extensions for formulas, one for blocks and one for inline content. */
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

/** Masks dollar formulas for marked's search for emphasis, so that a `*` in a formula closes nothing outside it. */
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

/** A formula between two-character delimiters; it may contain line ends but no blank line. */
function delimited(text: string, opener: string, closer: string, display: boolean): FoundFormula | undefined {
  const end = text.slice(0, MAX_FORMULA_LENGTH + 4).indexOf(closer, opener.length);
  if (end < 0) return undefined;
  const source = text.slice(opener.length, end);
  if (source.trim() === '' || /\n[ \t]*\n/.test(source)) return undefined;
  return { source: source.trim(), raw: text.slice(0, end + closer.length), display };
}

/** Whether a single `$` after this character may open a formula; '' means the start. */
export function mayPrecedeFormula(previous: string): boolean {
  return previous !== '$' && previous !== '\\' && !isWordCharacter(previous);
}
