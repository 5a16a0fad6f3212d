import { useMemo, useRef } from 'react';
import { createStreamingContent, type Block, type ContentOptions, type StreamingContent } from '@sotto/widget-core/content';

interface Reading {
  readonly content: StreamingContent;
  readonly options: ContentOptions;
  text: string;
  isEnded: boolean;
}

/**
 * The blocks of a text that may still grow.
 *
 * Only what is new is read; blocks that are closed keep their identity. When the text turns out not to be a
 * continuation (the finished text wins over the pieces), it is read anew; block ids stay, so parts stay in place.
 */
export function useMessageContent(text: string, isGrowing: boolean, math: boolean, isFromBot: boolean): readonly Block[] {
  const options = useMemo<ContentOptions>(() => ({ math, richBlocks: isFromBot, html: isFromBot }), [math, isFromBot]);
  const reading = useRef<Reading>(undefined);
  let current = reading.current;
  if (!current || current.options !== options || (current.isEnded ? current.text !== text : !goesOn(text, current.text, isGrowing))) {
    current = { content: createStreamingContent(options), options, text: '', isEnded: false };
    reading.current = current;
  }
  if (!current.isEnded && text.length > current.text.length) {
    current.content.append(text.slice(current.text.length));
    current.text = text;
  }
  if (!isGrowing && !current.isEnded) {
    current.content.end();
    current.isEnded = true;
  }
  return current.content.blocks;
}

/** How much of what is known is compared with a text that grows, in characters: a reply is only ever added to, and its whole length is compared once, at its end. */
const OVERLAP = 64;

function goesOn(text: string, known: string, isGrowing: boolean): boolean {
  const from = isGrowing ? Math.max(0, known.length - OVERLAP) : 0;
  return text.startsWith(known.slice(from), from);
}
