import type { Token, Tokens } from 'marked';
import {
  isRichBlockType,
  type Block,
  type ColumnAlign,
  type ListItem,
  type MediaInline,
  type TableRow,
} from './contentBlocks';
import { inlineText, toInlines, type InlineOptions } from './inlineContent';
import { MAX_FORMULA_LENGTH, MAX_NESTING } from './contentLimits';
import { decodeEntities } from './htmlEntities';

/** Options for reading blocks. */
export interface BlockOptions extends InlineOptions {
  readonly math: boolean;
  readonly richBlocks: boolean;
  /** More text may arrive: an unclosed fence is still being written. @default false */
  readonly isWriting?: boolean;
}

/**
 * Converts marked's block tokens to typed blocks.
 *
 * @param prefix - prefix of the ids: '' at the top level, `'3.'` inside block 3
 * @param from - number of the first block
 */
export function toBlocks(tokens: readonly Token[], options: BlockOptions, prefix = '', from = 0, depth = 0): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    const block = toBlock(token, options, `${prefix}${from + blocks.length}`, depth);
    if (block) blocks.push(block);
  }
  return blocks;
}

/** The items of a list token, numbered from `from`. */
export function toListItems(list: Tokens.List, options: BlockOptions, listId: string, from = 0, depth = 0): ListItem[] {
  return list.items.map((item, index) => {
    const id = `${listId}.${from + index}`;
    const blocks = toBlocks(item.tokens, options, `${id}.`, 0, depth + 1);
    return { id, ...(item.task && { checked: item.checked === true }), blocks };
  });
}

/** The rows of a table token, numbered from `from`. */
export function toTableRows(table: Tokens.Table, options: BlockOptions, tableId: string, from = 0): TableRow[] {
  return table.rows.map((row, index) => ({
    id: `${tableId}.${from + index}`,
    cells: row.map((cell) => toInlines(cell.tokens, options)),
  }));
}

function toTableHeader(table: Tokens.Table, options: BlockOptions, tableId: string): TableRow {
  return { id: `${tableId}.header`, cells: table.header.map((cell) => toInlines(cell.tokens, options)) };
}

function toColumnAligns(table: Tokens.Table): ColumnAlign[] {
  return table.align.map((align) => align ?? undefined);
}

/**
 * Returns the block for a fence.
 *
 * @param fence - `info` is the text after the opening marks; `topLevel` is false inside lists and quotes, where rich
 *   blocks are shown as code; `isWriting` while more text may arrive
 */
export function toFenceBlock(
  fence: {
    readonly info: string;
    readonly text: string;
    readonly closed: boolean;
    readonly topLevel: boolean;
    readonly isWriting: boolean;
  },
  options: BlockOptions,
  id: string,
): Block {
  const info = fence.info.trim();
  const isOpen = fence.isWriting && !fence.closed;
  if (fence.topLevel && options.richBlocks && isRichBlockType(info)) {
    return isOpen
      ? { kind: 'skeleton', id, of: info }
      : { kind: 'rich', id, type: info, source: fence.text, closed: fence.closed };
  }
  const language = decodeEntities(/^\S*/.exec(info)?.[0] ?? '').toLowerCase();
  if (language === 'mermaid' && options.richBlocks) {
    return isOpen ? { kind: 'skeleton', id, of: 'diagram' } : { kind: 'diagram', id, source: fence.text };
  }
  if (language === 'math' && options.math && fence.text.length <= MAX_FORMULA_LENGTH) {
    return isOpen ? { kind: 'skeleton', id, of: 'math' } : { kind: 'math', id, source: fence.text, raw: fence.text };
  }
  return { kind: 'code', id, language, text: fence.text, closed: fence.closed };
}

function toBlock(token: Tokens.Generic, options: BlockOptions, id: string, depth: number): Block | undefined {
  if (depth > MAX_NESTING) return { kind: 'plain', id, text: token.raw };
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return undefined;
    case 'plain':
      return { kind: 'plain', id, text: token.raw.trimEnd() };
    case 'hr':
      return { kind: 'rule', id };
    case 'heading':
      return {
        kind: 'heading',
        id,
        level: (token as Tokens.Heading).depth,
        inlines: toInlines(token.tokens ?? [], options),
      };
    case 'code':
      return toCodeBlock(token as Tokens.Code, options, id);
    case 'mathBlock':
      return { kind: 'math', id, source: String(token['text']), raw: token.raw.trim() };
    case 'blockquote':
      return { kind: 'quote', id, blocks: toBlocks(token.tokens ?? [], options, `${id}.`, 0, depth + 1) };
    case 'footnote':
      return {
        kind: 'footnote',
        id,
        label: String(token['label']),
        inlines: toInlines(token.tokens ?? [], options),
      };
    case 'list': {
      const list = token as Tokens.List;
      return {
        kind: 'list',
        id,
        ordered: list.ordered,
        start: list.start === '' ? 1 : list.start,
        loose: list.loose,
        items: toListItems(list, options, id, 0, depth),
      };
    }
    case 'table': {
      const table = token as Tokens.Table;
      return {
        kind: 'table',
        id,
        align: toColumnAligns(table),
        header: toTableHeader(table, options, id),
        rows: toTableRows(table, options, id),
      };
    }
    default:
      return toParagraph(token, options, id);
  }
}

function toCodeBlock(token: Tokens.Code, options: BlockOptions, id: string): Block {
  if (token.codeBlockStyle === 'indented') return { kind: 'code', id, language: '', text: token.text, closed: true };
  const closed = /\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\n*$/.test(token.raw);
  return toFenceBlock(
    { info: token.lang ?? '', text: token.text, closed, topLevel: false, isWriting: options.isWriting === true },
    options,
    id,
  );
}

/** Returns a paragraph, or a media block if it contains nothing but a picture. Undefined if nothing is left to show. */
function toParagraph(token: Tokens.Generic, options: BlockOptions, id: string): Block | undefined {
  const inlines = toInlines(token.tokens ?? [{ type: 'text', raw: token.raw, text: token.raw }], options);
  const only = inlines.length === 1 ? inlines[0] : undefined;
  if (only?.kind === 'media') return mediaBlock(only, id);
  const isEmpty =
    inlines.every((inline) => inline.kind === 'break') ||
    (inlineText(inlines).trim() === '' && inlines.every((inline) => inline.kind === 'text'));
  return isEmpty ? undefined : { kind: 'paragraph', id, inlines };
}

function mediaBlock(media: MediaInline, id: string): Block {
  return { ...media, id };
}
