import { inlineText, parseContent, type Inline } from '@sotto/widget-core/content';
import type { Message } from '@sotto/widget-core';

/**
 * A text field of a rich block: inline markdown (contract 3.4).
 *
 * Only the first paragraph counts. Pictures become their words, and so do links unless they are allowed:
 * a card has one place for a picture and one for links.
 */
export function readInline(
  text: string,
  { math, links = false }: { readonly math: boolean; readonly links?: boolean },
): readonly Inline[] {
  const block = parseContent(text, { math, richBlocks: false, html: true }).find(({ kind }) => kind === 'paragraph');
  return block?.kind === 'paragraph' ? simplify(block.inlines, links) : [{ kind: 'text', text }];
}

/** The words of a text field, without its markup. */
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
 * What the visitor answered to a block of the bot, when they used it: the message of type `input` that comes next.
 * So a group of buttons stays used up after a reload, without a memory of its own.
 *
 * @param source - the body of the block, as the bot wrote it
 */
export function findAnswer(messages: readonly Message[], source: string): Message | undefined {
  const asked = messages.findLastIndex(
    ({ type, text }) => type !== 'user' && type !== 'input' && text.includes(source.trim()),
  );
  if (asked === -1) return undefined;
  const next = messages.slice(asked + 1).find(({ type }) => type === 'user' || type === 'input');
  return next?.type === 'input' ? next : undefined;
}
