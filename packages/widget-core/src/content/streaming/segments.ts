import {
  MAX_DEFINITION_LENGTH,
  MAX_MARK_RUN,
  MAX_SEGMENT_LENGTH,
  PARAGRAPH_SETTLE_LENGTH,
  PARAGRAPH_SETTLE_STEP,
} from '../contentLimits';
import {
  closesFence,
  indentOf,
  isBlank,
  isDelimiterRow,
  isHeading,
  isIndented,
  isListInParagraph,
  isQuote,
  isRule,
  isUnderline,
  readFenceOpening,
  readListMark,
  type FenceOpening,
  type ListMark,
} from './lineRules';
import { closesFormula, formulaLine } from '../mathSyntax';

/** A part of a message that can be parsed on its own. */
export interface Segment {
  readonly kind: 'markdown' | 'paragraph' | 'list-item' | 'table' | 'row' | 'fence';
  /** Source text; for a fence, the lines between its marks. */
  readonly text: string;
  /** Continues the list, table or long paragraph (kind `paragraph`) of the previous segment. */
  readonly continues: boolean;
  /** For a fence: the text after the opening marks, and whether the fence is closed. */
  readonly fence?: { readonly info: string; readonly closed: boolean };
}

/** Lexes a text, for the few cuts that depend on how the lexer reads a list or table. */
export type ProbeText = (text: string) => readonly ProbedToken[];

/** Whether a part of a paragraph has no mark left that later text could pair up with. */
export type IsSettled = (text: string) => boolean;

/** The properties of a lexer token that decide about a cut. */
export interface ProbedToken {
  readonly type: string;
  /** Number of list items or table rows. */
  readonly size: number;
}

/** The lexer functions that a segmenter uses. */
export interface SegmentLexer {
  readonly probe: ProbeText;
  readonly isSettled: IsSettled;
  /** Whether formulas are parsed: their lines must not be mistaken for lists. */
  readonly math: boolean;
}

/** Splits a growing text into segments. */
export interface Segmenter {
  /** Adds text; complete segments are passed to `onSegment` in order. */
  write(text: string): void;
  /** Closes the open segment. */
  finish(): void;
  /** The growing segment, including its unfinished line; `undefined` if there is none. */
  readonly open: Segment | undefined;
}

/** How the open segment continues. `opaque` is a mixture that ends only at the clear start of another block. */
type OpenKind = 'text' | 'quote' | 'indented' | 'formula' | 'opaque' | 'list-item' | 'table' | 'fence';

/** A possible end of a markdown file between fences: the file's text until there, and the lines since. */
interface FileEnd {
  readonly text: string;
  readonly lines: string[];
}

interface NestedFences {
  inner?: FenceOpening | undefined;
  /** The last marks that may have ended the file. */
  end?: FileEnd;
  /** The previous line consisted of marks only; the next line decides what they mean. */
  isUndecided: boolean;
}

interface OpenSegment {
  kind: OpenKind;
  text: string;
  continues: boolean;
  mark?: ListMark;
  fence?: FenceOpening;
  fenceClosed?: boolean;
  /** The fences inside a markdown file that is itself fenced. */
  nested?: NestedFences;
  /** First two lines of a table, for testing the next row. */
  head?: string;
  /** Whether the fence already contains a line of code. */
  hasLines?: boolean;
  /** The paragraph was cut inside a line; the rest of the line belongs to it. */
  isInsideLine?: boolean;
  /** Length at which to check again whether a long paragraph is settled. */
  settleAt?: number;
}

/**
 * Creates a segmenter, which alone decides where a message may be cut.
 *
 * A cut depends only on complete lines before it (and on a length limit), never on how the text arrived in chunks, and
 * is final. So a streamed text and the same text in one piece have the same segments, and a closed segment is never
 * parsed again.
 *
 * @param lexer - used where line rules are not precise enough
 */
export function createSegmenter(onSegment: (segment: Segment) => void, lexer: SegmentLexer): Segmenter {
  return new LineSegmenter(onSegment, lexer);
}

class LineSegmenter implements Segmenter {
  private readonly onSegment: (segment: Segment) => void;
  private readonly lexer: SegmentLexer;
  private current: OpenSegment | undefined;
  /** The unfinished line. */
  private pending = '';
  /** Length of the unfinished line at which to check again whether its text is settled. */
  private wordsSettleAt = PARAGRAPH_SETTLE_LENGTH;

  constructor(onSegment: (segment: Segment) => void, lexer: SegmentLexer) {
    this.onSegment = onSegment;
    this.lexer = lexer;
  }

  write(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = this.fit(this.pending + text.slice(from, end + 1));
      this.pending = '';
      this.takeLine(line);
      from = end + 1;
    }
    this.pending = this.fit(this.pending + text.slice(from));
  }

  finish(): void {
    if (this.pending !== '') this.takeLine(this.pending);
    this.pending = '';
    while (this.current?.nested?.end) this.endFile(this.current, this.current.nested.end);
    this.close();
  }

  get open(): Segment | undefined {
    if (this.current) return this.toSegment(this.current, this.pending);
    return this.pending === '' ? undefined : { kind: 'markdown', text: this.pending, continues: false };
  }

  private toSegment(from: OpenSegment, extra: string): Segment {
    if (from.kind === 'fence' && from.fence) {
      const isMore = from.nested?.isUndecided === true && !/^[\s`~]*$/.test(extra);
      return {
        kind: 'fence',
        text: fenceText(from, from.fence, isMore ? `${from.fence.marks}\n${extra}` : extra),
        continues: false,
        fence: { info: from.fence.info, closed: from.fenceClosed === true },
      };
    }
    const kind: Segment['kind'] =
      from.kind === 'list-item' ? 'list-item' : from.kind === 'table' ? (from.continues ? 'row' : 'table') : 'markdown';
    const head = kind === 'row' ? (from.head ?? '') : '';
    return { kind, text: head + from.text + extra, continues: from.continues };
  }

  private close(): void {
    if (!this.current) return;
    const closing = this.current;
    this.current = undefined;
    if (closing.continues && closing.text === '') return;
    this.onSegment(this.toSegment(closing, ''));
  }

  private begin(line: string): void {
    const content = withoutEnd(line);
    if (isBlank(content)) return;
    const fence = readFenceOpening(content);
    const mark = isRule(content) ? undefined : readListMark(content);
    if (isIndented(content)) this.current = { kind: 'indented', text: line, continues: false };
    else if (fence) {
      const nested = /^\s*(?:md|mdx|markdown)\b/i.test(fence.info) ? { isUndecided: false } : undefined;
      this.current = { kind: 'fence', text: '', continues: false, fence, ...(nested && { nested }) };
    } else if (mark) this.current = { kind: 'list-item', text: line, continues: false, mark };
    else
      this.current = {
        kind: isQuote(content) ? 'quote' : this.lexer.math && formulaLine(content) === 'opens' ? 'formula' : 'text',
        text: line,
        continues: false,
      };
    if (isHeading(content) || isRule(content) || (this.lexer.math && formulaLine(content) === 'whole')) this.close();
  }

  private startOver(line: string): void {
    this.close();
    this.begin(line);
  }

  private grow(segment: OpenSegment, line: string): void {
    segment.text += line;
  }

  /** Lines that end any paragraph or quote above them. */
  private interrupts(content: string): boolean {
    return (
      isHeading(content) ||
      readFenceOpening(content) !== undefined ||
      (isRule(content) && !isUnderline(content)) ||
      (this.lexer.math && formulaLine(content) !== undefined)
    );
  }

  private takeInFence(segment: OpenSegment, fence: FenceOpening, line: string): void {
    const content = withoutEnd(line);
    if (segment.nested) return this.takeInMarkdownFence(segment, fence, segment.nested, line);
    if (closesFence(content, fence)) return this.closeFence(segment);
    this.growFence(segment, fence, content);
  }

  private growFence(segment: OpenSegment, fence: FenceOpening, content: string): void {
    segment.text = fenceText(segment, fence, content, true);
    segment.hasLines = true;
  }

  private closeFence(segment: OpenSegment): void {
    segment.fenceClosed = true;
    this.close();
  }

  /**
   * Adds a line to a fenced markdown file, which may contain fences with as many marks. A line of marks only may end
   * the file or open an inner fence: it ends the file if a blank line follows, or if no later line can.
   */
  private takeInMarkdownFence(segment: OpenSegment, fence: FenceOpening, nested: NestedFences, line: string): void {
    const content = withoutEnd(line);
    const opening = readFenceOpening(content);
    if (nested.isUndecided) {
      nested.isUndecided = false;
      if (isBlank(content)) {
        this.closeFence(segment);
        return this.takeLine(line);
      }
      nested.inner = { ...fence, info: '' };
      this.growFence(segment, fence, fence.marks);
    }
    nested.end?.lines.push(line);
    if (nested.inner) {
      // Fences with a language do not occur inside fences without one, so the marks before had ended the file.
      if (nested.inner.info === '' && nested.end && opening && opening.info.trim() !== '')
        return this.endFile(segment, nested.end);
      if (closesFence(content, nested.inner)) {
        nested.inner = undefined;
        nested.end = { text: segment.text, lines: [] };
      }
    } else if (closesFence(content, fence)) {
      nested.isUndecided = true;
      nested.end = { text: segment.text, lines: [] };
      return;
    } else if (opening && opening.info.trim() !== '') nested.inner = opening;
    this.growFence(segment, fence, content);
  }

  /** Ends a markdown file at marks that seemed to belong to an inner fence, and reads the lines after them again. */
  private endFile(segment: OpenSegment, { text, lines }: FileEnd): void {
    segment.text = text;
    this.closeFence(segment);
    for (const line of lines) this.takeLine(line);
  }

  private takeInTable(segment: OpenSegment, line: string): void {
    const head = segment.head ?? segment.text;
    const content = withoutEnd(line);
    if (isBlank(content)) return this.close();
    const tokens = this.lexer.probe(`${head}${line}`);
    if (tokens.length !== 1 || tokens[0]?.type !== 'table' || tokens[0].size !== 1) return this.startOver(line);
    this.close();
    this.current = { kind: 'table', text: line, continues: true, head };
  }

  /** Emits the lines of a long paragraph that later text can no longer change. */
  private settleLines(segment: OpenSegment): void {
    const settleAt = segment.settleAt ?? PARAGRAPH_SETTLE_LENGTH;
    if (segment.text.length < settleAt) return;
    segment.settleAt = segment.text.length + PARAGRAPH_SETTLE_STEP;
    if (!this.lexer.isSettled(segment.text)) return;
    this.onSegment({ kind: 'paragraph', text: segment.text, continues: segment.continues });
    this.current = { kind: 'text', text: '', continues: true };
  }

  private takeInText(segment: OpenSegment, line: string): void {
    const content = withoutEnd(line);
    if (segment.isInsideLine) {
      segment.isInsideLine = false;
      return this.grow(segment, line);
    }
    if (isBlank(content)) {
      this.grow(segment, line);
      return this.close();
    }
    if (this.interrupts(content) || isQuote(content) || isListInParagraph(content)) return this.startOver(line);
    if (isDefinition(segment.text) && !/^[ \t]*["'(]/.test(content) && this.lexer.probe(segment.text).length === 0)
      return this.startOver(line);
    // A paragraph whose beginning is already settled cannot become a heading.
    if (isUnderline(content) && segment.continues) return this.startOver(line);
    if (isUnderline(content)) {
      this.grow(segment, line);
      const last = this.lexer.probe(segment.text).at(-1)?.type;
      if (last === 'heading' || last === 'hr') this.close();
      else if (last === 'list') segment.kind = 'opaque';
      return;
    }
    const tableHead = isDelimiterRow(content) ? lastLine(segment.text) : undefined;
    if (tableHead !== undefined && this.lexer.probe(tableHead + line)[0]?.type === 'table') {
      segment.text = segment.text.slice(0, segment.text.length - tableHead.length);
      if (segment.text !== '') this.close();
      this.current = { kind: 'table', text: tableHead + line, continues: false };
      return;
    }
    this.grow(segment, line);
    this.settleLines(segment);
  }

  private takeInQuote(segment: OpenSegment, line: string): void {
    const content = withoutEnd(line);
    if (isBlank(content)) {
      this.grow(segment, line);
      return this.close();
    }
    if (
      !isQuote(content) &&
      (this.interrupts(content) || isRule(content) || (readListMark(content) && !isIndented(content)))
    )
      return this.startOver(line);
    this.grow(segment, line);
  }

  private takeInList(segment: OpenSegment, mark: ListMark, line: string): void {
    const content = withoutEnd(line);
    if (isBlank(content)) return this.grow(segment, line);
    const next = isRule(content) ? undefined : readListMark(content);
    const limit = Math.min(3, mark.contentIndent - 1);
    const isOutside = indentOf(content) <= limit && !content.startsWith('\t');
    if (
      isOutside &&
      (next ||
        /^ {0,3}\|/.test(content) ||
        isHeading(content) ||
        isRule(content) ||
        isQuote(content) ||
        readFenceOpening(content))
    ) {
      if (!isOneItem(this.lexer.probe(segment.text))) {
        segment.kind = 'opaque';
        return this.takeInOpaque(segment, line);
      }
      this.startOver(line);
      if (next && next.family === mark.family && this.current) this.current.continues = true;
      return;
    }
    if (endsBlank(segment.text) && indentOf(content) < mark.contentIndent && !content.startsWith('\t'))
      return this.startOver(line);
    this.grow(segment, line);
  }

  private takeInOpaque(segment: OpenSegment, line: string): void {
    const content = withoutEnd(line);
    const isFlush = /^\S/.test(content) && !readListMark(content);
    if (isFlush && (endsBlank(segment.text) || readFenceOpening(content) || isHeading(content)))
      return this.startOver(line);
    this.grow(segment, line);
  }

  private takeLine(line: string): void {
    const segment = this.current;
    this.wordsSettleAt = PARAGRAPH_SETTLE_LENGTH;
    if (!segment) return this.begin(line);
    switch (segment.kind) {
      case 'fence':
        return segment.fence && this.takeInFence(segment, segment.fence, line);
      case 'table':
        return this.takeInTable(segment, line);
      case 'list-item':
        return segment.mark && this.takeInList(segment, segment.mark, line);
      case 'quote':
        return this.takeInQuote(segment, line);
      case 'opaque':
        return this.takeInOpaque(segment, line);
      case 'indented':
        return isBlank(withoutEnd(line)) || isIndented(line) ? this.grow(segment, line) : this.startOver(line);
      case 'formula':
        if (isBlank(withoutEnd(line))) return this.close();
        this.grow(segment, line);
        return closesFormula(withoutEnd(line)) ? this.close() : undefined;
      case 'text':
        return this.takeInText(segment, line);
    }
  }

  /** As `settleLines`, for a paragraph of one very long, possibly unfinished line, which is cut after a word. */
  private settleWords(line: string): string {
    let rest = line;
    while (
      (this.current ? this.current.isInsideLine === true : /^\p{L}/u.test(rest)) &&
      rest.length >= this.wordsSettleAt &&
      this.wordsSettleAt <= MAX_SEGMENT_LENGTH
    ) {
      const cut = rest.lastIndexOf(' ', this.wordsSettleAt - 1) + 1;
      if (cut < PARAGRAPH_SETTLE_STEP || !this.lexer.isSettled(rest.slice(0, cut))) {
        this.wordsSettleAt += PARAGRAPH_SETTLE_STEP;
        continue;
      }
      this.onSegment({ kind: 'paragraph', text: rest.slice(0, cut), continues: this.current !== undefined });
      this.current = { kind: 'text', text: '', continues: true, isInsideLine: true };
      rest = rest.slice(cut);
      this.wordsSettleAt = PARAGRAPH_SETTLE_LENGTH;
    }
    return rest;
  }

  /** Cuts where a line or segment exceeds the lexer's length limit. `line` may be unfinished. */
  private fit(line: string): string {
    let rest = this.settleWords(line);
    while (this.current?.kind !== 'fence' && (this.current?.text.length ?? 0) + rest.length > MAX_SEGMENT_LENGTH) {
      if (this.current) this.close();
      else {
        const cut = cutBefore(rest, MAX_SEGMENT_LENGTH);
        this.onSegment({ kind: 'markdown', text: rest.slice(0, cut), continues: false });
        rest = rest.slice(cut);
      }
      this.wordsSettleAt = PARAGRAPH_SETTLE_LENGTH;
      rest = this.settleWords(rest);
    }
    return rest;
  }
}

function withoutEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
}

function endsBlank(text: string): boolean {
  return isBlank(withoutEnd(lastLine(text)));
}

/**
 * Whether a paragraph may consist only of link definitions so far. Limited in length, because the lexer is called for
 * it.
 */
function isDefinition(text: string): boolean {
  return text.length <= MAX_DEFINITION_LENGTH && /^ {0,3}\[(?!\^)[^\]]+\]:/.test(text);
}

function isOneItem(tokens: readonly ProbedToken[]): boolean {
  return tokens.length === 1 && tokens[0]?.type === 'list' && tokens[0].size === 1;
}

/**
 * The code of an open fence with one more line. Marks that may become the closing ones are held back until the line is
 * complete.
 */
function fenceText(segment: OpenSegment, fence: FenceOpening, line: string, isComplete = false): string {
  if (!isComplete && line.length <= MAX_MARK_RUN && /^ *(?:`*|~*)$/.test(line)) return segment.text;
  return segment.text + (segment.hasLines ? '\n' : '') + dedent(line, fence.indent);
}

/** Removes as many leading spaces from a code line as the fence is indented. */
function dedent(line: string, indent: number): string {
  return indent === 0 ? line : line.slice(Math.min(indent, indentOf(line)));
}

/**
 * Position after the last space before `limit`; `limit` itself if a single word is longer, but never inside a
 * character.
 */
function cutBefore(text: string, limit: number): number {
  const space = text.lastIndexOf(' ', limit - 1) + 1;
  if (space > limit / 2) return space;
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}
