/** Alignment of a table column; `undefined` if the table does not set it. */
export type ColumnAlign = 'left' | 'center' | 'right' | undefined;

/** Kind of embedded media, from the URL's file extension (contract 3.5). */
export type MediaKind = 'image' | 'video' | 'audio';

/** Fence names of interactive blocks (contract 3.4). */
export type RichBlockType = 'card' | 'carousel' | 'buttons' | 'form';

const RICH_BLOCKS: Readonly<Record<RichBlockType, true>> = { card: true, carousel: true, buttons: true, form: true };

/** Whether a fence of this name is an interactive block. */
export function isRichBlockType(name: string): name is RichBlockType {
  return Object.hasOwn(RICH_BLOCKS, name);
}

/** Where a link opens, if its author chose it; otherwise the renderer decides. */
export type LinkTarget = '_top' | '_self' | '_blank';

/**
 * HTML tags that are shown as elements. The other allowed tags have their own nodes (`b` is `strong`, `br` is `break`).
 */
export type InlineElementName = 'u' | 'sub' | 'sup' | 'kbd' | 'mark' | 'details' | 'summary';

/** Literal text, never markup. */
export interface TextInline {
  readonly kind: 'text';
  readonly text: string;
}

/** Bold, italic or struck-through content. */
export interface EmphasisInline {
  readonly kind: 'strong' | 'em' | 'strike';
  readonly inlines: readonly Inline[];
}

/** Inline code. */
export interface CodeInline {
  readonly kind: 'code';
  readonly text: string;
}

/**
 * A link whose scheme has been checked: http, https, mailto, tel or relative to the host page.
 *
 * `form` is its presentation: `plain` in the sentence, `button` as a button, `frame` as a button that opens the URL
 * over the whole frame. The suffixes that selected the form are removed from `href`.
 */
export interface LinkInline {
  readonly kind: 'link';
  readonly form: 'plain' | 'button' | 'frame';
  readonly href: string;
  readonly target?: LinkTarget;
  readonly title?: string;
  readonly inlines: readonly Inline[];
}

/** A link without a URL: a click sends `text` as the visitor's message of type `input`. */
export interface SuggestionInline {
  readonly kind: 'suggestion';
  readonly text: string;
  readonly inlines: readonly Inline[];
}

/** A picture, video or sound. `remotePolicy.ts` decides whether it loads automatically. */
export interface MediaInline {
  readonly kind: 'media';
  readonly media: MediaKind;
  readonly address: string;
  readonly alt: string;
  readonly title?: string;
}

/** A line break inside a paragraph. */
export interface BreakInline {
  readonly kind: 'break';
}

/** A TeX formula without its delimiters. `display` is true for `$$…$$` inside a sentence. */
export interface MathInline {
  readonly kind: 'math';
  readonly source: string;
  readonly display: boolean;
  /** False while the formula is being written; its source is then '', and none of it is shown. @default true */
  readonly closed?: boolean;
}

/** Reference to a footnote; `label` is the text between `[^` and `]`. */
export interface FootnoteReferenceInline {
  readonly kind: 'footnoteReference';
  readonly label: string;
}

/** An allowed HTML element, always without attributes. */
export interface ElementInline {
  readonly kind: 'element';
  readonly name: InlineElementName;
  readonly inlines: readonly Inline[];
}

/** Content of a paragraph, heading or table cell. */
export type Inline =
  | TextInline
  | EmphasisInline
  | CodeInline
  | LinkInline
  | SuggestionInline
  | MediaInline
  | BreakInline
  | MathInline
  | FootnoteReferenceInline
  | ElementInline;

/** `id` is unique within the message and stable while the text grows: use it as the render key. */
interface BlockBase {
  readonly id: string;
}

/** A paragraph of text. */
export interface ParagraphBlock extends BlockBase {
  readonly kind: 'paragraph';
  readonly inlines: readonly Inline[];
}

/** A heading; `level` as written (1 to 6), which the renderer lowers. */
export interface HeadingBlock extends BlockBase {
  readonly kind: 'heading';
  readonly level: number;
  readonly inlines: readonly Inline[];
}

/** A list item. Only task items have `checked`. Complete items keep their object identity while the list grows. */
export interface ListItem extends BlockBase {
  readonly checked?: boolean;
  readonly blocks: readonly Block[];
}

/**
 * A list; `loose` if its items are paragraphs with space between them. `start` is the first number of an ordered list.
 */
export interface ListBlock extends BlockBase {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly start: number;
  readonly loose: boolean;
  readonly items: readonly ListItem[];
}

/** Quoted blocks. */
export interface QuoteBlock extends BlockBase {
  readonly kind: 'quote';
  readonly blocks: readonly Block[];
}

/** A table row. Complete rows keep their object identity while the table grows. */
export interface TableRow extends BlockBase {
  readonly cells: readonly (readonly Inline[])[];
}

/** A table. All rows have as many cells as the header. */
export interface TableBlock extends BlockBase {
  readonly kind: 'table';
  readonly align: readonly ColumnAlign[];
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
}

/**
 * A code block. `language` is the first word after the fence in lower case, or ''. `closed` is false while the fence is
 * open.
 */
export interface CodeBlock extends BlockBase {
  readonly kind: 'code';
  readonly language: string;
  readonly text: string;
  readonly closed: boolean;
}

/**
 * A TeX formula on its own lines, without its delimiters. `raw` is the source text, shown if the formula cannot be
 * rendered.
 */
export interface MathBlock extends BlockBase {
  readonly kind: 'math';
  readonly source: string;
  readonly raw: string;
}

/** A complete Mermaid diagram. */
export interface DiagramBlock extends BlockBase {
  readonly kind: 'diagram';
  readonly source: string;
}

/** A paragraph that contains only one picture, video or sound. */
export interface MediaBlock extends BlockBase {
  readonly kind: 'media';
  readonly media: MediaKind;
  readonly address: string;
  readonly alt: string;
  readonly title?: string;
}

/** A horizontal rule. */
export interface RuleBlock extends BlockBase {
  readonly kind: 'rule';
}

/**
 * An unparsed card, carousel, button group or form: `richBlocks.ts` parses `source` and is loaded with the first one.
 * `closed` is false if the message ended before the fence.
 */
export interface RichBlock extends BlockBase {
  readonly kind: 'rich';
  readonly type: RichBlockType;
  readonly source: string;
  readonly closed: boolean;
}

/** Placeholder for a block that cannot be shown before it is complete. */
export interface SkeletonBlock extends BlockBase {
  readonly kind: 'skeleton';
  readonly of: RichBlockType | 'diagram' | 'math' | 'table';
}

/** A footnote at its position in the text: `[^label]: words`. */
export interface FootnoteBlock extends BlockBase {
  readonly kind: 'footnote';
  readonly label: string;
  readonly inlines: readonly Inline[];
}

/** Text shown exactly as written, including line breaks: nested too deeply, or unreadable for the lexer. */
export interface PlainBlock extends BlockBase {
  readonly kind: 'plain';
  readonly text: string;
}

/** A block of a message, in order from top to bottom. */
export type Block =
  | ParagraphBlock
  | HeadingBlock
  | ListBlock
  | QuoteBlock
  | TableBlock
  | CodeBlock
  | MathBlock
  | DiagramBlock
  | MediaBlock
  | RuleBlock
  | RichBlock
  | SkeletonBlock
  | FootnoteBlock
  | PlainBlock;

/** Enabled syntax. */
export interface ContentOptions {
  /** Parse `$…$`, `\(…\)`, `$$…$$`, `\[…\]` and `math` fences as formulas. @default true */
  readonly math?: boolean;
  /** Parse `card`, `carousel`, `buttons` and `form` fences. @default true */
  readonly richBlocks?: boolean;
  /** Drop HTML tags except the allowed ones; if false, all tags are shown as typed. @default true */
  readonly html?: boolean;
}
