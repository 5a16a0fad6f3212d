/** How a table column is aligned; `undefined` when the table does not set it. */
export type ColumnAlign = 'left' | 'center' | 'right' | undefined;

/** What an embedded address shows: decided by the ending of the address (contract 3.5). */
export type MediaKind = 'image' | 'video' | 'audio';

/** The fences that become interactive blocks (contract 3.4). */
export type RichBlockType = 'card' | 'carousel' | 'buttons' | 'form';

const RICH_BLOCKS: Readonly<Record<RichBlockType, true>> = { card: true, carousel: true, buttons: true, form: true };

/** Whether a fence of this name is an interactive block. */
export function isRichBlockType(name: string): name is RichBlockType {
  return Object.hasOwn(RICH_BLOCKS, name);
}

/** Where the author of a link wants it to open; without one, the renderer's rule applies. */
export type LinkTarget = '_top' | '_self' | '_blank';

/**
 * The tags of raw HTML that are shown as elements of their own. The others of the allowed set have a node already (`b`
 * is `strong`, `br` is `break`).
 */
export type InlineElementName = 'u' | 'sub' | 'sup' | 'kbd' | 'mark' | 'details' | 'summary';

/** Words as they are, never markup. */
export interface TextInline {
  readonly kind: 'text';
  readonly text: string;
}

/** Bold, italic or struck-through content. */
export interface EmphasisInline {
  readonly kind: 'strong' | 'em' | 'strike';
  readonly inlines: readonly Inline[];
}

/** Code inside a sentence. */
export interface CodeInline {
  readonly kind: 'code';
  readonly text: string;
}

/**
 * A link whose scheme has been checked: http, https, mailto, tel or relative to the host page.
 *
 * `form` is how it is drawn: `plain` in the sentence, `button` as a button, `frame` as a button
 * that opens the address over the whole frame. The marks that chose the form are gone from `href`.
 */
export interface LinkInline {
  readonly kind: 'link';
  readonly form: 'plain' | 'button' | 'frame';
  readonly href: string;
  readonly target?: LinkTarget;
  readonly title?: string;
  readonly inlines: readonly Inline[];
}

/** A link without an address: a click sends `text` as the visitor's message of type `input`. */
export interface SuggestionInline {
  readonly kind: 'suggestion';
  readonly text: string;
  readonly inlines: readonly Inline[];
}

/** A picture, video or sound. Whether it loads by itself is `remotePolicy.ts`'s decision, not taken here. */
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

/** A formula in TeX, without its delimiters. `display` is true for `$$…$$` inside a sentence. */
export interface MathInline {
  readonly kind: 'math';
  readonly source: string;
  readonly display: boolean;
  /** False while it is being written; its source is then '': nothing of it is to be seen. @default true */
  readonly closed?: boolean;
}

/** The number of a footnote behind a word; `label` is what was written between `[^` and `]`. */
export interface FootnoteReferenceInline {
  readonly kind: 'footnoteReference';
  readonly label: string;
}

/** One of the few allowed HTML elements; it never carries attributes. */
export interface ElementInline {
  readonly kind: 'element';
  readonly name: InlineElementName;
  readonly inlines: readonly Inline[];
}

/** The inside of a paragraph, heading or table cell. */
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

/** `id` is unique within the message and stays the same while the text grows: use it as the render key. */
interface BlockBase {
  readonly id: string;
}

/** A paragraph of text. */
export interface ParagraphBlock extends BlockBase {
  readonly kind: 'paragraph';
  readonly inlines: readonly Inline[];
}

/** A heading; `level` is what was written (1 to 6), the renderer starts lower. */
export interface HeadingBlock extends BlockBase {
  readonly kind: 'heading';
  readonly level: number;
  readonly inlines: readonly Inline[];
}

/**
 * One entry of a list. `checked` is there for task items only. Finished items keep their identity while the list grows.
 */
export interface ListItem extends BlockBase {
  readonly checked?: boolean;
  readonly blocks: readonly Block[];
}

/**
 * A list; `loose` when its entries are paragraphs with space between them. `start` is the first number of an ordered
 * list.
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

/** One row of a table. Finished rows keep their identity while the table grows. */
export interface TableRow extends BlockBase {
  readonly cells: readonly (readonly Inline[])[];
}

/** A table. Every row has as many cells as the header. */
export interface TableBlock extends BlockBase {
  readonly kind: 'table';
  readonly align: readonly ColumnAlign[];
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
}

/**
 * Code in a block. `language` is the first word after the fence, lower case, or ''. `closed` is false while the fence
 * is open.
 */
export interface CodeBlock extends BlockBase {
  readonly kind: 'code';
  readonly language: string;
  readonly text: string;
  readonly closed: boolean;
}

/**
 * A formula on a line of its own, in TeX without its delimiters. `raw` is what was written, for when it cannot be
 * drawn.
 */
export interface MathBlock extends BlockBase {
  readonly kind: 'math';
  readonly source: string;
  readonly raw: string;
}

/** A complete diagram in Mermaid's language. */
export interface DiagramBlock extends BlockBase {
  readonly kind: 'diagram';
  readonly source: string;
}

/** A paragraph that is nothing but one picture, video or sound. */
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
 * A card, carousel, button group or form, not read yet: `richBlocks.ts` reads `source` and is
 * loaded when the first one is met. `closed` is false when the message ended before the fence did.
 */
export interface RichBlock extends BlockBase {
  readonly kind: 'rich';
  readonly type: RichBlockType;
  readonly source: string;
  readonly closed: boolean;
}

/** The place of a block that is still being written and means nothing half-done. */
export interface SkeletonBlock extends BlockBase {
  readonly kind: 'skeleton';
  readonly of: RichBlockType | 'diagram' | 'math' | 'table';
}

/** A footnote, where it was written: `[^label]: words`. */
export interface FootnoteBlock extends BlockBase {
  readonly kind: 'footnote';
  readonly label: string;
  readonly inlines: readonly Inline[];
}

/** Text that is shown exactly as written, line breaks included: nested too deep, or nothing the lexer can read. */
export interface PlainBlock extends BlockBase {
  readonly kind: 'plain';
  readonly text: string;
}

/** What a message is made of, top to bottom. */
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

/** What a text may mean. */
export interface ContentOptions {
  /** Read `$…$`, `\(…\)`, `$$…$$`, `\[…\]` and `math` fences as formulas. @default true */
  readonly math?: boolean;
  /** Read `card`, `carousel`, `buttons` and `form` fences. @default true */
  readonly richBlocks?: boolean;
  /** Drop HTML tags, keeping the small allowed set; when false, tags are shown as typed. @default true */
  readonly html?: boolean;
}
