import { ADDRESS_CHARACTERS, mayOpenEmphasis } from '../characters';
import { codeSpanLength } from '../codeSpans';
import { MAX_HELD_LABEL } from '../contentLimits';
import { isNumber } from '../footnotes';
import { mayBeTag } from '../markdownRules';
import { readInlineFormula } from '../mathSyntax';
import { lastCellStart } from '../tableCells';
import { endsInBlockFormula, hideUnfinishedFormula } from './unfinishedMath';

/**
 * Completes or holds back unfinished syntax at the end of a growing text, so that nothing flickers when the rest
 * arrives.
 *
 * Open `**`, `_`, `~~` and code are closed; a link with an unfinished URL shows its text; an unfinished label, picture,
 * bare URL, tag or entity is hidden; an unfinished formula becomes a placeholder. A last line is held back if it
 * consists only of marks (`-`, `1.`, `##`, …: it could still turn the paragraph above into a heading), opens a fence,
 * or defines a link.
 *
 * @param text - the open segment
 */
export function completeUnfinished(text: string, options: { readonly math: boolean }): string {
  if (options.math && endsInBlockFormula(text)) return text;
  const lineStart = text.lastIndexOf('\n') + 1;
  const whole = text.slice(
    0,
    innerTableStart(text, lineStart) ?? (isHeldLine(text, lineStart) ? lineStart : undefined),
  );
  if (endsInsideFence(whole) || (options.math && endsInBlockFormula(whole))) return whole;
  const kept = options.math ? hideUnfinishedFormula(whole) : whole;
  const start = startOfLastRun(kept, options.math);
  // If the first words of an item are held back, it consists only of marks again.
  return (kept.slice(0, start) + completeInline(kept.slice(start), options)).replace(EMPTY_TASK, '');
}

/** First line of a table: starts with a bar, or has text before it. Prose contains `||`, and bars in code. */
const TABLE_HEAD = /^ {0,3}(?:\||[^\s`|>#-][^`|]*\|(?!\|))/;

/**
 * Start of what may be the first two lines of a table, if the second one is incomplete, or position of the first bar if
 * text precedes it, because text that was already shown is not hidden again.
 *
 * @param afterItem - the lines before are a list item, which only a bar at the very start of a line ends
 */
export function unfinishedTableStart(text: string, afterItem: boolean): number | undefined {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart);
  if (afterItem) return lineStart > 0 && /^ ?\|/.test(line) ? lineStart : undefined;
  if (TABLE_HEAD.test(line) && !/^[ |:-]*$/.test(line)) return lineStart + headStart(line);
  const before = text.slice(0, Math.max(0, lineStart - 1));
  const previousStart = before.lastIndexOf('\n') + 1;
  const previous = before.slice(previousStart);
  const isHead = /^[ \t|:-]*$/.test(line) && previous.trim() !== '|' && TABLE_HEAD.test(previous);
  return isHead ? previousStart + headStart(previous) : undefined;
}

/** Position from which a table's first line waits for the second; a sentence with a bar is not held back for long. */
function headStart(line: string): number {
  const bar = line.indexOf('|');
  if (line.slice(0, bar).trim() === '') return 0;
  return line.length - bar > MAX_HELD_LABEL ? line.length : bar;
}

/** Start of a table inside an item or quote, whose second line is incomplete. */
function innerTableStart(text: string, lineStart: number): number | undefined {
  const lines = text.split('\n');
  const [before = '', previous = '', line = ''] = ['', '', ...lines].slice(-3);
  const isSecond = /^[ \t>|:-]*$/.test(line) && isHead(previous);
  const start = isSecond ? lineStart - previous.length - 1 : lineStart;
  const isFirst = isHead(isSecond ? previous : line) && !(isSecond ? before : previous).includes('|');
  return isFirst && !endsInsideFence(text.slice(0, start)) ? start : undefined;
}

/** Whether a line starts with a bar, after the marks of its quotes and items. */
function isHead(line: string): boolean {
  return /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*\|/.test(line);
}

/** Only marks, whose meaning is still open. */
const MARKS_ONLY = /^[ \t]*(?:>[ \t]*)*(?:\d{1,9}[.)]?|[-=*+_#|:`~$\\[(!<>]+)?[ \t]*(?:\[[ xX]?\]?)?[ \t]*$/;
/** A task without text would show its brackets. */
const EMPTY_TASK = /(?:^|\n)[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]\]?[ \t]*$/;
/** A link definition. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[^\n]*$/;
/** Start of a footnote. */
const FOOTNOTE_LABEL = /^ {0,3}\[\^[^\]\n]{0,40}\]?:?[ \t]*$/;
/** The text after these marks decides what the fence is. */
const FENCE_OPENING = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]+)*(?:`{3,}[^`]*|~{3,}.*)$/;

/** Whether the following text decides what the last line is. */
function isHeldLine(text: string, lineStart: number): boolean {
  const line = text.slice(lineStart);
  if (line === '') return false;
  if (MARKS_ONLY.test(line) || /^[ \t|:*_-]+$/.test(line)) return true;
  const isConstruct = DEFINITION.test(line) || FOOTNOTE_LABEL.test(line) || FENCE_OPENING.test(line);
  return isConstruct && !endsInsideFence(text.slice(0, lineStart));
}

/** Start of the last paragraph, item, table cell or quoted line. */
function startOfLastRun(text: string, math: boolean): number {
  let start = 0;
  for (const match of text.matchAll(
    /(?:^|\n)(?:[ \t]*\n)?[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)]|#{1,6})[ \t]+(?:\[[ xX]\][ \t]+)?)*/g,
  )) {
    if (/[>#+*.)-]|\n[ \t]*\n/.test(match[0])) start = match.index + match[0].length;
  }
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart);
  return /^[ \t>]*\|/.test(line) ? Math.max(start, lineStart + lastCellStart(line, math)) : start;
}

/** Whether an odd number of fences has been opened inside the list item or quote. */
function endsInsideFence(text: string): boolean {
  let marks: string | undefined;
  for (const match of text.matchAll(/(?:^|\n)[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/g)) {
    const [, run = '', rest = ''] = match;
    if (marks === undefined) {
      if (run[0] === '~' || !rest.includes('`')) marks = run;
    } else if (run[0] === marks[0] && run.length >= marks.length && rest.trim() === '') marks = undefined;
  }
  return marks !== undefined;
}

/** An unclosed emphasis mark. */
interface OpenMark {
  readonly mark: string;
  count: number;
  /** Start of the content after it, in the output. */
  readonly contentStart: number;
}

function completeInline(run: string, options: { readonly math: boolean }): string {
  let output = '';
  let index = 0;
  const stack: OpenMark[] = [];
  while (index < run.length) {
    PLAIN.lastIndex = index;
    const plain = PLAIN.exec(run)?.[0] ?? '';
    output += plain;
    index += plain.length;
    const character = run.charAt(index);
    const rest = run.slice(index);
    const whole = wholeConstruct(rest, run.charAt(index - 1), options.math);
    if (rest === '\\\n') return closeMarks(output, stack);
    if (whole > 0) {
      output += rest.slice(0, whole);
      index += whole;
    } else if (character === '`') {
      const ticks = /^`+/.exec(rest)?.[0] ?? '';
      const code = rest.slice(ticks.length).replace(/`+$/, '');
      return closeMarks(code.trim() === '' ? output : `${output}${ticks}${code}${ticks}`, stack);
    } else if (isHeldBack(rest, run.charAt(index - 1))) {
      return closeMarks(output, stack);
    } else if (character === '[') {
      const label = readLabel(rest);
      if (label !== undefined && isUnfinishedTarget(rest.slice(label), rest.slice(1, label)))
        return closeMarks(output + completeInline(rest.slice(1, label), options), stack);
      output += '[';
      index += 1;
    } else if (character === '*' || character === '_' || character === '~') {
      const marks = (/^(?:\*+|_+|~+)/.exec(rest)?.[0] ?? character).slice(0, 3);
      output += marks;
      index += marks.length;
      followMark(stack, marks, run.charAt(index - marks.length - 1), run.charAt(index), output.length);
    } else {
      output += character;
      index += 1;
    }
  }
  return closeMarks(output, stack);
}

/**
 * Characters that start no construct: neither a mark nor a bare URL, which may start with `h` or `w` at the start of a
 * word.
 */
const PLAIN = /(?:[^\\`![<&*_~$hw]|(?<=\w)[hw])*/iy;

const ADDRESS = new RegExp(
  `^(?:h|ht|htt|https?|https?:|https?:/|ww?|www|(?:https?://|www\\.)${ADDRESS_CHARACTERS})$`,
  'iu',
);

/** Whether a text starts with an unfinished construct, and must be hidden until it is complete. */
function isHeldBack(rest: string, previous: string): boolean {
  switch (rest.charAt(0)) {
    case '!': {
      if (!rest.startsWith('![')) return rest === '!' && /^[\s([]?$/.test(previous);
      const label = readLabel(rest.slice(1));
      if (label === undefined) return rest.length <= MAX_HELD_LABEL && !rest.includes('\n');
      return label === rest.length - 2 || isUnfinishedTarget(rest.slice(label + 1), rest);
    }
    case '[': {
      if (rest.length > MAX_HELD_LABEL || rest.includes('\n')) return false;
      const label = readLabel(rest);
      return label === undefined || label === rest.length - 1;
    }
    case '<':
      return rest.length < 400 && !rest.includes('>') && (mayBeTag(rest) || mayBeMail(rest, previous));
    case '&':
      return /^&(?:#?[a-z0-9]{0,31})?$/i.test(rest);
    case '~':
      return rest === '~';
    default:
      return !/\w/.test(previous) && ADDRESS.test(rest);
  }
}

/** Whether `<name` may become an email address in angle brackets; `List<name` may not. */
function mayBeMail(text: string, previous: string): boolean {
  return /^<[\w.+-]{1,64}$/.test(text) && !/[\p{L}\p{N}]/u.test(previous);
}

/** Length of an escape, closed code span, link, picture or formula at the start of a text; 0 if there is none. */
function wholeConstruct(rest: string, previous: string, math: boolean): number {
  const formula = math && /^(?:\$|\\[([])/.test(rest) ? readInlineFormula(rest, previous) : undefined;
  if (formula) return formula.raw.length;
  if (rest.startsWith('\\')) return Math.min(2, rest.length);
  if (rest.startsWith('`')) return codeSpanLength(rest);
  if (rest.startsWith('![') || rest.startsWith('[')) {
    const note = /^\[\^[^\s[\]^]{1,40}\]/.exec(rest);
    if (note) return note[0].length;
    const label = readLabel(rest.startsWith('!') ? rest.slice(1) : rest);
    if (label === undefined) return 0;
    const after = label + (rest.startsWith('!') ? 1 : 0);
    const target =
      /^\]\((?:<[^>\n]*>|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*)(?:[ \t\n]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*\)|^\]\[[^\]\n]*\]/.exec(
        rest.slice(after),
      );
    return target ? after + target[0].length : 0;
  }
  return /^<[^>\n]{1,400}>/.exec(rest)?.[0].length ?? 0;
}

/** Whether a text that starts with the `]` of a label ends inside the label's URL or reference name. */
function isUnfinishedTarget(text: string, label: string): boolean {
  if (text.startsWith('][')) return !isNumber(label) && text.length <= MAX_HELD_LABEL && !/[\]\n]/.test(text.slice(2));
  return UNFINISHED_ADDRESS.test(text);
}

const UNFINISHED_ADDRESS =
  /^\]\((?:<[^>\n]*>?|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*(?:\([^\s()]*)?)(?:[ \t\n]+(?:"[^"]*"?|'[^']*'?|\([^)]*\)?)?[ \t]*)?$/;

/** Position of the `]` of the label at the start of a text; `undefined` if it has not arrived. */
function readLabel(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '[') depth += 1;
    else if (character === ']') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return undefined;
}

/** Updates the stack of open emphasis marks: a run closes the marks it can, and opens the rest. */
function followMark(stack: OpenMark[], marks: string, before: string, after: string, contentStart: number): void {
  const mark = marks.charAt(0);
  let count = marks.length;
  if (mark === '~' && count !== 2) return;
  const isWordBefore = mark === '_' && /[\p{L}\p{N}]/u.test(before);
  const isWordAfter = mark === '_' && /[\p{L}\p{N}]/u.test(after);
  const mayClose =
    (after === '' ? before !== '' && !/\s/.test(before) : mayOpenEmphasis(after, before)) && !isWordAfter;
  for (let top = stack.at(-1); mayClose && count > 0 && top?.mark === mark; top = stack.at(-1)) {
    const used = Math.min(top.count, count);
    top.count -= used;
    count -= used;
    if (top.count === 0) stack.pop();
  }
  const mayOpen = (after === '' || mayOpenEmphasis(before, after)) && !isWordBefore;
  if (count > 0 && mayOpen && !(mayClose && after === '' && count < marks.length))
    stack.push({ mark, count, contentStart });
}

/** Closes the open marks before the trailing spaces; marks without content are removed. */
function closeMarks(output: string, stack: OpenMark[]): string {
  let text = output.trimEnd();
  const space = output.slice(text.length);
  let closers = '';
  for (const open of stack.toReversed()) {
    if (text.slice(open.contentStart).trim() === '')
      text = text.slice(0, Math.max(0, open.contentStart - open.count)).trimEnd();
    else closers += open.mark.repeat(open.count);
  }
  return text + closers + (closers === '' ? space : '');
}
