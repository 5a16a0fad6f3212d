/** A top-level block. The `raw` texts of all blocks are the document, with normalized line ends. */
export type MarkdownBlock = { readonly raw: string } & (
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'fence'; readonly info: string; readonly text: string }
  /** A paragraph, quote, table, list or indented code block, with its content. */
  | { readonly kind: 'text' }
  /** HTML, rules, link definitions and leading blank lines, which are never quoted. */
  | { readonly kind: 'aside' }
);

/**
 * Splits markdown into blocks in one pass. Safe for untrusted text of any length: the content of blocks is not
 * parsed, so nothing nests or backtracks.
 */
export function splitMarkdown(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let open: OpenBlock | undefined;
  for (const line of linesOf(markdown.replace(/\r\n?/g, '\n'))) {
    if (open && goesOn(open, line)) {
      take(open, line);
      if (open.isClosed) {
        blocks.push(close(open));
        open = undefined;
      }
      continue;
    }
    if (open) blocks.push(close(open));
    open = begin(line);
  }
  if (open) blocks.push(close(open));
  return blocks;
}

interface OpenBlock {
  readonly kind: 'heading' | 'fence' | 'paragraph' | 'quote' | 'list' | 'html' | 'aside';
  readonly lines: string[];
  /** Whether a blank line has followed. */
  isEnded: boolean;
  isClosed: boolean;
  /** For a fence: its marks and info string. */
  readonly marks?: string;
  readonly info?: string;
  /** For a list: indentation of lines that belong to its last item. */
  contentIndent?: number;
  /** For a comment: the text that ends it. */
  readonly end?: string;
  /** For a paragraph: depth of a setext heading. */
  depth?: number;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`);
  const last = lines.pop()?.slice(0, -1);
  return last === undefined || last === '' ? lines : [...lines, last];
}

const BLANK = /^[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const LIST_MARK = /^( {0,3}(?:[*+-]|\d{1,9}[.)]))([ \t]+|$)/;
const QUOTE = /^ {0,3}>/;
const DEFINITION = /^ {0,3}\[(?!\^)[^\][]{1,999}\]:/;
/** Elements that start an HTML block, even within a paragraph. */
const BLOCK_TAGS = [
  'address|article|aside|blockquote|body|center|details|dialog|div|dl|fieldset|figure|footer|form|h[1-6]|head|header|hr',
  'html|iframe|li|link|main|menu|meta|nav|ol|p|pre|script|section|style|summary|table|tbody|td|textarea|th|thead|tr|ul',
];
const HTML = new RegExp(`^ {0,3}<(?:[!?]|/?(?:${BLOCK_TAGS.join('|')})(?:[\\s/>]|$))`, 'i');
/** Any other tag starts one if it is alone on its line and not within a paragraph. */
const LONE_TAG = /^ {0,3}<\/?[a-z][\w-]*(?:[ \t][^<>]*)?\/?>[ \t]*$/i;

function begin(line: string): OpenBlock {
  const content = withoutEnd(line);
  const block = { lines: [line], isEnded: false, isClosed: false };
  const fence = readFence(content);
  if (BLANK.test(content)) return { kind: 'aside', ...block };
  if (isIndented(content)) return { kind: 'paragraph', ...block };
  if (fence) return { kind: 'fence', ...block, ...fence };
  if (HEADING.test(content)) return { kind: 'heading', ...block };
  if (RULE.test(content) || DEFINITION.test(content)) return { kind: 'aside', ...block };
  const mark = LIST_MARK.exec(content);
  if (mark) return { kind: 'list', ...block, contentIndent: contentIndent(mark) };
  if (HTML.test(content) || LONE_TAG.test(content))
    return { kind: 'html', ...block, ...(/^ *<!--/.test(content) && { end: '-->' }) };
  return { kind: QUOTE.test(content) ? 'quote' : 'paragraph', ...block };
}

/** Whether a line continues the previous block. */
function goesOn(open: OpenBlock, line: string): boolean {
  const content = withoutEnd(line);
  if (open.end !== undefined) return open.lines.at(-1)?.includes(open.end) !== true;
  if (open.kind === 'fence' || BLANK.test(content)) return true;
  if (open.isEnded) return open.kind === 'list' && isOfList(open, content);
  const isOther = [HEADING, RULE, HTML].some((rule) => rule.test(content)) || readFence(content) !== undefined;
  switch (open.kind) {
    case 'heading':
    case 'aside':
      return false;
    case 'html':
      return true;
    case 'paragraph':
      return UNDERLINE.test(content) || !(isOther || QUOTE.test(content) || beginsList(content));
    case 'quote':
      return QUOTE.test(content) || !(isOther || LIST_MARK.test(content));
    case 'list':
      return isOfList(open, content) || !(isOther || QUOTE.test(content));
  }
}

function take(open: OpenBlock, line: string): void {
  const content = withoutEnd(line);
  open.lines.push(line);
  if (open.kind === 'fence') {
    const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(content)?.[1];
    if (marks !== undefined && marks[0] === open.marks?.[0] && marks.length >= (open.marks?.length ?? 0))
      open.isClosed = true;
    return;
  }
  if (BLANK.test(content)) {
    open.isEnded = true;
    return;
  }
  open.isEnded = false;
  const mark = open.kind === 'list' ? LIST_MARK.exec(content) : null;
  if (mark) open.contentIndent = contentIndent(mark);
  const underline = open.kind === 'paragraph' ? UNDERLINE.exec(content)?.[1] : undefined;
  if (underline === undefined) return;
  open.depth = underline.startsWith('=') ? 1 : 2;
  open.isClosed = true;
}

function close({ kind, lines, info = '', depth, end, isClosed }: OpenBlock): MarkdownBlock {
  const raw = lines.join('');
  switch (kind) {
    case 'fence': {
      const [opening = '', ...inner] = lines;
      const indent = /^ */.exec(opening)?.[0].length ?? 0;
      const code = (isClosed ? inner.slice(0, -1) : inner).map((line) =>
        line.slice(Math.min(indent, /^ */.exec(line)?.[0].length ?? 0)),
      );
      return { kind, raw, info, text: code.join('').replace(/\n$/, '') };
    }
    case 'heading': {
      const [, numberSigns = ''] = HEADING.exec(withoutEnd(lines[0] ?? '')) ?? [];
      return { kind, raw, depth: numberSigns.length, text: headingText(lines[0] ?? '') };
    }
    case 'aside':
    case 'html':
      // An unclosed comment would hide the rest of the document.
      return { kind: end !== undefined && lines.at(-1)?.includes(end) !== true ? 'text' : 'aside', raw };
    default:
      return depth === undefined
        ? { kind: 'text', raw }
        : { kind: 'heading', raw, depth, text: lines.slice(0, -1).join('').trim() };
  }
}

function headingText(line: string): string {
  const words = line
    .trim()
    .replace(/^#{1,6}/, '')
    .trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return end === 0 || /[ \t]/.test(words[end - 1] ?? '') ? words.slice(0, end).trim() : words;
}

function readFence(line: string): { readonly marks: string; readonly info: string } | undefined {
  const [, marks = '', info = ''] = FENCE.exec(line) ?? [];
  return marks === '' || (marks.startsWith('`') && info.includes('`')) ? undefined : { marks, info: info.trim() };
}

function contentIndent([, before = '', gap = '']: RegExpExecArray): number {
  return before.length + (gap === '' || gap.length > 4 ? 1 : gap.length);
}

function isOfList({ contentIndent: indent = 0 }: OpenBlock, line: string): boolean {
  const spaces = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
  return spaces >= indent || (LIST_MARK.test(line) && !RULE.test(line));
}

/** Within a paragraph, only a bullet or the number 1 with content starts a list. */
function beginsList(line: string): boolean {
  return /^ {0,3}(?:[*+-]|1[.)])[ \t]+[^ \t]/.test(line);
}

function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}

function withoutEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
