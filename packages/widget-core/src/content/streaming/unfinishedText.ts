import { ADDRESS_CHARACTERS, mayOpenEmphasis } from '../characters';
import { codeSpanLength } from '../codeSpans';
import { MAX_HELD_LABEL } from '../contentLimits';
import { isNumber } from '../footnotes';
import { mayBeTag } from '../markdownRules';
import { readInlineFormula } from '../mathSyntax';
import { lastCellStart } from '../tableCells';
import { endsInBlockFormula, hideUnfinishedFormula } from './unfinishedMath';

/**
 * Makes the end of a text that is still being written presentable: what is half-written is completed
 * or held back, so that nothing flickers when the rest comes.
 *
 * Open `**`, `_`, `~~` and code are closed; of a link whose address is being written its text shows; an unfinished
 * label, picture, bare address, tag or entity shows nothing yet; an unfinished formula is a mark that holds its place.
 * A last line waits that is nothing but marks (`-`, `1.`, `##`, …: it could still turn the paragraph above into a
 * heading), opens a fence, or defines a link.
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
  // An item whose first words are held back is nothing but marks again.
  return (kept.slice(0, start) + completeInline(kept.slice(start), options)).replace(EMPTY_TASK, '');
}

/** A first line of a table: a bar at its beginning, or one with words before it. Prose has `||` and bars in code. */
const TABLE_HEAD = /^ {0,3}(?:\||[^\s`|>#-][^`|]*\|(?!\|))/;

/**
 * Whether the last lines of a text may be the first two of a table whose second line is not complete; returns where
 * they begin, or where the first bar stands when there are words before it: what was read already is not taken away.
 *
 * @param afterItem - the lines before are an item of a list, which only a bar at the very beginning ends
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

/** Where a first line of a table begins to wait for the second; a sentence with a bar in it is not kept back for long. */
function headStart(line: string): number {
  const bar = line.indexOf('|');
  if (line.slice(0, bar).trim() === '') return 0;
  return line.length - bar > MAX_HELD_LABEL ? line.length : bar;
}

/** Where the first two lines of a table inside an item or a quote begin, of which the second is not complete. */
function innerTableStart(text: string, lineStart: number): number | undefined {
  const lines = text.split('\n');
  const [before = '', previous = '', line = ''] = ['', '', ...lines].slice(-3);
  const isSecond = /^[ \t>|:-]*$/.test(line) && isHead(previous);
  const start = isSecond ? lineStart - previous.length - 1 : lineStart;
  const isFirst = isHead(isSecond ? previous : line) && !(isSecond ? before : previous).includes('|');
  return isFirst && !endsInsideFence(text.slice(0, start)) ? start : undefined;
}

/** Whether a bar begins a line, behind the marks of the quotes and items that it stands in. */
function isHead(line: string): boolean {
  return /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*\|/.test(line);
}

/** Nothing but marks, which may become anything. */
const MARKS_ONLY = /^[ \t]*(?:>[ \t]*)*(?:\d{1,9}[.)]?|[-=*+_#|:`~$\\[(!<>]+)?[ \t]*(?:\[[ xX]?\]?)?[ \t]*$/;
/** A task without its words would show its brackets. */
const EMPTY_TASK = /(?:^|\n)[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]\]?[ \t]*$/;
/** The address of a link that is named elsewhere. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[^\n]*$/;
/** The beginning of a footnote. */
const FOOTNOTE_LABEL = /^ {0,3}\[\^[^\]\n]{0,40}\]?:?[ \t]*$/;
/** The text after these marks decides what the fence is. */
const FENCE_OPENING = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]+)*(?:`{3,}[^`]*|~{3,}.*)$/;

/** Whether what follows decides what the last line of a text is. */
function isHeldLine(text: string, lineStart: number): boolean {
  const line = text.slice(lineStart);
  if (line === '') return false;
  if (MARKS_ONLY.test(line) || /^[ \t|:*_-]+$/.test(line)) return true;
  const isConstruct = DEFINITION.test(line) || FOOTNOTE_LABEL.test(line) || FENCE_OPENING.test(line);
  return isConstruct && !endsInsideFence(text.slice(0, lineStart));
}

/** Where the last paragraph, item, row cell or quoted line begins. */
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

/** An emphasis mark that has not been closed. */
interface OpenMark {
  readonly mark: string;
  count: number;
  /** Where the content after it begins, in the output. */
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

/** Characters that begin nothing: no mark, and no address, which `h` or `w` may begin where no word stands before it. */
const PLAIN = /(?:[^\\`![<&*_~$hw]|(?<=\w)[hw])*/iy;

const ADDRESS = new RegExp(
  `^(?:h|ht|htt|https?|https?:|https?:/|ww?|www|(?:https?://|www\\.)${ADDRESS_CHARACTERS})$`,
  'iu',
);

/** Whether a text that ends in the middle of a construct begins with it, and shows nothing before it is known. */
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

/** Whether `<name` may become an e-mail address in angle brackets; `List<name` may not. */
function mayBeMail(text: string, previous: string): boolean {
  return /^<[\w.+-]{1,64}$/.test(text) && !/[\p{L}\p{N}]/u.test(previous);
}

/** Length of an escape, a closed code span, link, picture or formula at the start of a text; 0 when there is none. */
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

/** Whether a text that begins with the `]` of a label ends in the address or the name that the label leads to. */
function isUnfinishedTarget(text: string, label: string): boolean {
  if (text.startsWith('][')) return !isNumber(label) && text.length <= MAX_HELD_LABEL && !/[\]\n]/.test(text.slice(2));
  return UNFINISHED_ADDRESS.test(text);
}

const UNFINISHED_ADDRESS =
  /^\]\((?:<[^>\n]*>?|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*(?:\([^\s()]*)?)(?:[ \t\n]+(?:"[^"]*"?|'[^']*'?|\([^)]*\)?)?[ \t]*)?$/;

/** Where the `]` of a label stands that begins a text; `undefined` when it has not come. */
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

/** Keeps the stack of open emphasis marks: a run closes what it can, and opens what is left. */
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

/** Closes the open marks in front of the trailing spaces; marks with nothing after them are taken away. */
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
