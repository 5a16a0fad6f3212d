import type { Block, Inline } from './contentBlocks';
import { parseContent } from './parseContent';

/**
 * The first plain link of a text, for its preview [W-23]: a link in a sentence, not a button, code or picture.
 *
 * @returns an http or https URL; undefined if there is none
 */
export function firstLink(text: string): string | undefined {
  return firstOf(parseContent(text), linkOfBlock);
}

function linkOfBlock(block: Block): string | undefined {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return firstOf(block.inlines, linkOfInline);
    case 'quote':
      return firstOf(block.blocks, linkOfBlock);
    case 'list':
      return firstOf(block.items, (item) => firstOf(item.blocks, linkOfBlock));
    default:
      return undefined;
  }
}

function linkOfInline(inline: Inline): string | undefined {
  if (inline.kind === 'link')
    return inline.form === 'plain' && /^https?:\/\//i.test(inline.href) ? inline.href : undefined;
  return 'inlines' in inline ? firstOf(inline.inlines, linkOfInline) : undefined;
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
