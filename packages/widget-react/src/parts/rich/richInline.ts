import { inlineText, parseContent, type Inline } from '@sotto/widget-core/content';
import type { Message } from '@sotto/widget-core';

/**
 * Parses a text field of a rich block as inline markdown (contract 3.4).
 *
 * Only the first paragraph counts. Pictures are replaced by their text, and so are links unless they are allowed,
 * because a card has one place for a picture and one for links.
 */
export function readInline(
  text: string,
  { math, links = false }: { readonly math: boolean; readonly links?: boolean },
): readonly Inline[] {
  const block = parseContent(text, { math, richBlocks: false, html: true }).find(({ kind }) => kind === 'paragraph');
  return block?.kind === 'paragraph' ? simplify(block.inlines, links) : [{ kind: 'text', text }];
}

/** Plain text of a text field. */
export function readInlineText(text: string): string {
  return inlineText(readInline(text, { math: false }))
    .replace(/\s+/g, ' ')
    .trim();
}

function simplify(inlines: readonly Inline[], links: boolean): readonly Inline[] {
  return inlines.flatMap((inline): readonly Inline[] => {
    if (inline.kind === 'media') return [{ kind: 'text', text: inline.alt }];
    if (inline.kind === 'suggestion') return simplify(inline.inlines, links);
    if (inline.kind === 'link' && !links) return simplify(inline.inlines, links);
    return 'inlines' in inline ? [{ ...inline, inlines: simplify(inline.inlines, links) }] : [inline];
  });
}

/**
 * The visitor's answer to a block, if they gave one: the next message of type `input`. This keeps a button group
 * disabled after a reload without further state.
 *
 * @param source - of the block, as the bot wrote it
 */
export function findAnswer(messages: readonly Message[], source: string): Message | undefined {
  const asked = messages.findLastIndex(
    ({ type, text }) => type !== 'user' && type !== 'input' && text.includes(source.trim()),
  );
  if (asked === -1) return undefined;
  const next = messages.slice(asked + 1).find(({ type }) => type === 'user' || type === 'input');
  return next?.type === 'input' ? next : undefined;
}
