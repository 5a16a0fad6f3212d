import type { Block, Inline, ListItem } from '@sotto/widget-core/content';

/** Whether a block or inline waits for a part to load, which will change its size. */
export type Waits = (part: Block | Inline) => boolean;

/**
 * The blocks up to the first one that waits, because content below it would move. In a paragraph, list, quote or
 * table that contains it, everything before it is kept.
 *
 * @returns the same array if nothing waits
 */
export function holdBlocks(blocks: readonly Block[], waits: Waits): readonly Block[] {
  return cut(blocks, (block) => cutBlock(block, waits)) ?? blocks;
}

/** The entries up to the first that is cut, which becomes the last. @returns undefined if none is cut */
function cut<Entry>(entries: readonly Entry[], cutEntry: (entry: Entry) => Entry | undefined): Entry[] | undefined {
  for (const [index, entry] of entries.entries()) {
    const last = cutEntry(entry);
    if (last !== undefined) return [...entries.slice(0, index), last];
  }
  return undefined;
}

function cutBlock(block: Block, waits: Waits): Block | undefined {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
    case 'footnote': {
      const inlines = cut(block.inlines, (inline) => (isWaiting(inline, waits) ? inline : undefined));
      return inlines && { ...block, inlines };
    }
    case 'quote': {
      const blocks = cut(block.blocks, (inner) => cutBlock(inner, waits));
      return blocks && { ...block, blocks };
    }
    case 'list': {
      const items = cut(block.items, (item): ListItem | undefined => {
        const blocks = cut(item.blocks, (inner) => cutBlock(inner, waits));
        return blocks && { ...item, blocks };
      });
      return items && { ...block, items };
    }
    case 'table': {
      if (waits(block)) return block;
      const isHeld = (cells: readonly (readonly Inline[])[]): boolean =>
        cells.some((cell) => cell.some((inline) => isWaiting(inline, waits)));
      if (isHeld(block.header.cells)) return { ...block, rows: [] };
      const rows = cut(block.rows, (row) => (isHeld(row.cells) ? row : undefined));
      return rows && { ...block, rows };
    }
    default:
      return waits(block) ? block : undefined;
  }
}

function isWaiting(inline: Inline, waits: Waits): boolean {
  return 'inlines' in inline ? inline.inlines.some((inner) => isWaiting(inner, waits)) : waits(inline);
}

/** `holdBlocks` for a growing text: leading blocks that do not wait are not checked again. */
export function createHolder(): typeof holdBlocks {
  /** Number of leading blocks that do not wait, and the last of them. */
  let clear: { readonly count: number; readonly last: Block | undefined } = { count: 0, last: undefined };
  return (blocks, waits) => {
    const from = clear.count > 0 && blocks[clear.count - 1] === clear.last ? clear.count : 0;
    const open = from > 0 ? blocks.slice(from) : blocks;
    const free = holdBlocks(open, waits);
    if (free !== open) return from > 0 ? [...blocks.slice(0, from), ...free] : free;
    // The last block may still change.
    if (blocks.length > 1) clear = { count: blocks.length - 1, last: blocks.at(-2) };
    return blocks;
  };
}
