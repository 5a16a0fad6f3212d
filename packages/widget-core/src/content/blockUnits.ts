import type { Token, Tokens } from 'marked';
import { toBlocks, toFenceBlock, toListItems, toTableRows, type BlockOptions } from './blockContent';
import type { Block, Inline, ListBlock, ListItem, ParagraphBlock, TableBlock, TableRow } from './contentBlocks';
import { toInlines } from './inlineContent';
import { isIndented } from './streaming/lineRules';
import { isTangled, type LinkDefinitions } from './markdownLexer';
import type { Segment } from './streaming/segments';
import { unfinishedBlockFormula } from './streaming/unfinishedMath';
import { completeUnfinished, unfinishedTableStart } from './streaming/unfinishedText';

/** Segments that form one run of blocks: a paragraph, or a list with all its items. */
export interface Unit {
  readonly segments: Segment[];
  /** Number of its first block. */
  readonly from: number;
  blocks: readonly Block[];
}

/** A unit without segments. */
export function emptyUnit(from: number): Unit {
  return { segments: [], from, blocks: [] };
}

/** Adds a closed segment to a unit. */
export function growUnit(unit: Unit, segment: Segment, links: LinkDefinitions, reading: UnitReading): void {
  unit.blocks = extendUnit(unit, segment, links, reading);
  unit.segments.push(segment);
}

/** Parses markdown into tokens without the space tokens between them; unreadable text becomes one `plain` token. */
export type ReadTokens = (text: string, links: LinkDefinitions, isPending?: boolean) => readonly Token[];

/** Options for reading the segments of a unit. */
export interface UnitReading {
  readonly read: BlockOptions;
  readonly readTokens: ReadTokens;
  /** The segment is still growing, so its unfinished end is completed or held back. */
  readonly isWriting: boolean;
  /** Definitions of links and footnotes may still arrive. */
  readonly isPending: boolean;
}

/**
 * Returns the blocks of a unit with one more segment.
 *
 * @param links - the known link definitions; those of the segment are added
 */
export function extendUnit(
  unit: Unit,
  segment: Segment,
  links: LinkDefinitions,
  { read: options, readTokens, isWriting, isPending }: UnitReading,
): readonly Block[] {
  const read = isWriting ? { ...options, isWriting } : options;
  const id = String(unit.from);
  if (segment.fence) {
    return [
      toFenceBlock(
        { info: segment.fence.info, text: segment.text, closed: segment.fence.closed, topLevel: true, isWriting },
        read,
        id,
      ),
    ];
  }
  const isTableSure = segment.kind === 'list-item';
  const tableStart =
    isWriting && (isTableSure || segment.kind === 'markdown')
      ? unfinishedTableStart(segment.text, isTableSure)
      : undefined;
  const formulaStart =
    isWriting && read.math && segment.kind === 'markdown' ? unfinishedBlockFormula(segment.text) : undefined;
  const written = segment.text.slice(0, tableStart ?? formulaStart);
  // After indented code, a line without indentation is text again.
  const isCode = isIndented(written) && /(?:^|\n)(?: {4}| {0,3}\t|[ \t]*$)[^\n]*$/.test(written);
  const text = isWriting && !isCode && !isTangled(written) ? completeUnfinished(written, read) : written;
  const tokens = readTokens(text, links, isPending);
  const last = unit.blocks.at(-1);
  const growing: Growing = { unit, isCopied: isWriting };
  const isTable = tableStart !== undefined && /(?:^|\n)$/.test(written);
  const of = isTable ? 'table' : formulaStart === undefined ? undefined : 'math';
  const withSkeleton = (blocks: readonly Block[]): readonly Block[] =>
    of ? [...blocks, { kind: 'skeleton', id: String(unit.from + blocks.length), of }] : blocks;
  if (segment.continues && last?.kind === 'table') return extendTable(growing, last, tokens, read, id);
  if (segment.continues && last?.kind === 'paragraph')
    return withSkeleton(extendParagraph(growing, last, tokens, read));
  if (segment.continues && last?.kind === 'list') return withSkeleton(extendList(growing, last, tokens, read));
  const blocks = toBlocks(tokens, read, '', unit.from + (segment.continues ? unit.blocks.length : 0));
  // The first row sets the width and alignment of the columns.
  if (isWriting && segment.kind === 'table' && blocks[0]?.kind === 'table')
    return [{ kind: 'skeleton', id: blocks[0].id, of: 'table' }];
  return withSkeleton(segment.continues ? [...unit.blocks, ...blocks] : blocks);
}

/**
 * A growing unit. Copying the list for each of 16,000 items would take seconds, so it is copied only to show an
 * unfinished item.
 */
interface Growing {
  readonly unit: Unit;
  readonly isCopied: boolean;
}

/** Appends to a list: in place, unless it must be copied. */
function extend<Entry>(
  entries: readonly Entry[],
  { isCopied }: Growing,
  ...more: readonly (readonly Entry[])[]
): readonly Entry[] {
  const target = isCopied ? [...entries] : (entries as Entry[]);
  for (const part of more) for (const entry of part) target.push(entry);
  return target;
}

/** Replaces a unit's last block and appends more blocks. */
function replaceLast(growing: Growing, last: Block, more: readonly Block[] = []): readonly Block[] {
  const blocks = extend(growing.unit.blocks, growing, more) as Block[];
  blocks[blocks.length - 1 - more.length] = last;
  return blocks;
}

function extendTable(
  growing: Growing,
  table: TableBlock,
  tokens: readonly Token[],
  read: BlockOptions,
  id: string,
): readonly Block[] {
  const first = tokens[0];
  const more: readonly TableRow[] =
    first?.type === 'table' ? toTableRows(first as Tokens.Table, read, id, table.rows.length) : [];
  return replaceLast(growing, { ...table, rows: extend(table.rows, growing, more) });
}

function extendList(growing: Growing, list: ListBlock, tokens: readonly Token[], read: BlockOptions): readonly Block[] {
  const [first, ...others] = tokens;
  const { unit } = growing;
  const from = unit.from + unit.blocks.length;
  if (first?.type !== 'list') return extend(unit.blocks, growing, toBlocks(tokens, read, '', from));
  const more: readonly ListItem[] = toListItems(first as Tokens.List, read, list.id, list.items.length);
  const previous = unit.segments.at(-1)?.text ?? '';
  const loose = list.loose || (first as Tokens.List).loose || /\n[ \t]*\n[ \t]*$/.test(previous);
  return replaceLast(
    growing,
    { ...list, loose, items: extend(list.items, growing, more) },
    toBlocks(others, read, '', from),
  );
}

/** Appends to a long paragraph whose earlier part is settled. */
function extendParagraph(
  growing: Growing,
  paragraph: ParagraphBlock,
  tokens: readonly Token[],
  read: BlockOptions,
): readonly Block[] {
  const { unit } = growing;
  const goesOn = tokens[0]?.type === 'paragraph';
  const joint: readonly Inline[] = unit.segments.at(-1)?.text.endsWith('\n') ? [{ kind: 'break' }] : [];
  const more = goesOn ? [...joint, ...toInlines((tokens[0] as Tokens.Paragraph).tokens, read)] : [];
  const others = toBlocks(goesOn ? tokens.slice(1) : tokens, read, '', unit.from + unit.blocks.length);
  return replaceLast(growing, { ...paragraph, inlines: extend(paragraph.inlines, growing, more) }, others);
}

/** Whether a paragraph's text contains a mark without a partner. */
export function hasLooseMarks(tokens: readonly Token[]): boolean {
  return tokens.some((token) => {
    const inner = (token as Tokens.Generic).tokens;
    if (inner) return hasLooseMarks(inner);
    return (
      token.type === 'html' ||
      (token.type === 'text' && /[*~`[\]<$\\]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.test(token.raw))
    );
  });
}

/** Token for a text that the lexer cannot read. */
export function plainToken(text: string): Token {
  return { type: 'plain', raw: text, text };
}
