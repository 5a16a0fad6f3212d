import type { Token, Tokens } from 'marked';
import { toBlocks, toFenceBlock, toListItems, toTableRows, type BlockOptions } from './blockContent';
import type { Block, Inline, ListBlock, ListItem, ParagraphBlock, TableBlock, TableRow } from './contentBlocks';
import { toInlines } from './inlineContent';
import { isIndented } from './streaming/lineRules';
import { isTangled, type LinkDefinitions } from './markdownLexer';
import type { Segment } from './streaming/segments';
import { unfinishedBlockFormula } from './streaming/unfinishedMath';
import { completeUnfinished, unfinishedTableStart } from './streaming/unfinishedText';

/** Segments that make one run of blocks: a paragraph alone, or a list with all its items. */
export interface Unit {
  readonly segments: Segment[];
  /** Number of its first block. */
  readonly from: number;
  blocks: readonly Block[];
}

/** Reads markdown into tokens without the spaces between them; what cannot be read is one token `plain`. */
export type ReadTokens = (text: string, links: LinkDefinitions, isPending?: boolean) => readonly Token[];

/** How the segments of a unit are read. */
export interface UnitReading {
  readonly read: BlockOptions;
  readonly readTokens: ReadTokens;
  /** The segment is still growing, so its end is made presentable. */
  readonly isWriting: boolean;
  /** Definitions of links and footnotes may still come. */
  readonly isPending: boolean;
}

/**
 * The blocks of a unit with one more segment.
 *
 * @param links - what is known of link definitions; what the segment defines is added
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
  const tableStart = isWriting && segment.kind === 'markdown' ? unfinishedTableStart(segment.text) : undefined;
  const formulaStart =
    isWriting && read.math && segment.kind === 'markdown' ? unfinishedBlockFormula(segment.text) : undefined;
  const written = segment.text.slice(0, tableStart ?? formulaStart);
  const text = isWriting && !isIndented(written) && !isTangled(written) ? completeUnfinished(written, read) : written;
  const tokens = readTokens(text, links, isPending);
  const last = unit.blocks.at(-1);
  if (segment.continues && last?.kind === 'table') return extendTable(unit, last, tokens, read, id);
  if (segment.continues && last?.kind === 'paragraph') return extendParagraph(unit, last, tokens, read);
  if (segment.continues && last?.kind === 'list') return extendList(unit, last, tokens, read);
  const blocks = toBlocks(tokens, read, '', unit.from + (segment.continues ? unit.blocks.length : 0));
  // The first row decides how wide the columns are, and how they are aligned.
  if (isWriting && segment.kind === 'table' && blocks[0]?.kind === 'table' && /^ {0,3}\|/.test(segment.text))
    return [{ kind: 'skeleton', id: blocks[0].id, of: 'table' }];
  const of = tableStart !== undefined ? 'table' : formulaStart === undefined ? undefined : 'math';
  if (of) blocks.push({ kind: 'skeleton', id: String(unit.from + blocks.length), of });
  return segment.continues ? [...unit.blocks, ...blocks] : blocks;
}

function extendTable(
  unit: Unit,
  table: TableBlock,
  tokens: readonly Token[],
  read: BlockOptions,
  id: string,
): readonly Block[] {
  const first = tokens[0];
  const more: readonly TableRow[] =
    first?.type === 'table' ? toTableRows(first as Tokens.Table, read, id, table.rows.length) : [];
  return [...unit.blocks.slice(0, -1), { ...table, rows: [...table.rows, ...more] }];
}

function extendList(unit: Unit, list: ListBlock, tokens: readonly Token[], read: BlockOptions): readonly Block[] {
  const [first, ...others] = tokens;
  const before = unit.blocks.slice(0, -1);
  if (first?.type !== 'list') return [...unit.blocks, ...toBlocks(tokens, read, '', unit.from + unit.blocks.length)];
  const more: readonly ListItem[] = toListItems(first as Tokens.List, read, list.id, list.items.length);
  const previous = unit.segments.at(-1)?.text ?? '';
  const loose = list.loose || (first as Tokens.List).loose || /\n[ \t]*\n[ \t]*$/.test(previous);
  return [
    ...before,
    { ...list, loose, items: [...list.items, ...more] },
    ...toBlocks(others, read, '', unit.from + unit.blocks.length),
  ];
}

/** Goes on with a long paragraph whose earlier part is settled. */
function extendParagraph(
  unit: Unit,
  paragraph: ParagraphBlock,
  tokens: readonly Token[],
  read: BlockOptions,
): readonly Block[] {
  const goesOn = tokens[0]?.type === 'paragraph';
  const joint: readonly Inline[] = unit.segments.at(-1)?.text.endsWith('\n') ? [{ kind: 'break' }] : [];
  const more = goesOn ? [...joint, ...toInlines((tokens[0] as Tokens.Paragraph).tokens, read)] : [];
  const others = toBlocks(goesOn ? tokens.slice(1) : tokens, read, '', unit.from + unit.blocks.length);
  return [...unit.blocks.slice(0, -1), { ...paragraph, inlines: [...paragraph.inlines, ...more] }, ...others];
}

/** Whether words of a paragraph hold a mark that has found no partner yet. */
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

/** What stands for a text the lexer cannot read. */
export function plainToken(text: string): Token {
  return { type: 'plain', raw: text, text };
}
