import { useEffect, useMemo, useState } from 'react';
import {
  createStreamingContent,
  readTypedText,
  type Block,
  type ContentOptions,
  type StreamingContent,
} from '@sotto/widget-core/content';

interface Reading {
  readonly content: StreamingContent;
  readonly options: ContentOptions;
  /** As much of the text as has been read. */
  text: string;
  isEnded: boolean;
}

/**
 * Blocks of a text that are read and drawn in one piece; the others follow by as many, so that no text keeps the page
 * busy.
 */
const BLOCKS_AT_ONCE = 400;
/** A text is read in steps of so many characters until it has blocks enough: a small block takes three of them. */
const READ_STEP = 2_000;

/**
 * The blocks of a text that may still grow, as far as they are to be drawn now. What a visitor wrote is shown as it was
 * typed.
 *
 * Only what is new is read; blocks that are closed keep their identity. When the text turns out not to be a
 * continuation (the finished text wins over the pieces), it is read anew; block ids stay, so parts stay in place.
 */
export function useMessageContent(
  text: string,
  isGrowing: boolean,
  math: boolean,
  isFromBot: boolean,
): readonly Block[] {
  const options = useMemo<ContentOptions>(() => ({ math }), [math]);
  const typed = useMemo(() => (isFromBot ? undefined : readTypedText(text)), [text, isFromBot]);
  const [count, setCount] = useState(BLOCKS_AT_ONCE);
  const [read] = useState(createReader);
  const { blocks, isWhole } = read(isFromBot ? text : '', isGrowing, options, count);

  const isBehind = !isWhole || blocks.length > count;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => {
      setCount(count + BLOCKS_AT_ONCE);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [count, isBehind]);
  return typed ?? (blocks.length > count ? blocks.slice(0, count) : blocks);
}

/**
 * Reads a text that grows from call to call. The same text gives the same blocks however often it is read, so a render
 * that is thrown away does no harm.
 */
function createReader() {
  let reading: Reading | undefined;
  return (
    text: string,
    isGrowing: boolean,
    options: ContentOptions,
    count: number,
  ): { readonly blocks: readonly Block[]; readonly isWhole: boolean } => {
    if (
      reading?.options !== options ||
      (reading.isEnded ? reading.text !== text : !goesOn(text, reading.text, isGrowing))
    )
      reading = { content: createStreamingContent(options), options, text: '', isEnded: false };
    readOn(reading, text, isGrowing, count);
    return { blocks: reading.content.blocks, isWhole: reading.text.length === text.length };
  };
}

/** Reads until there are so many blocks, or to the end. */
function readOn(reading: Reading, text: string, isGrowing: boolean, count: number): void {
  while (reading.text.length < text.length && reading.content.closed.length < count) {
    const end = Math.min(text.length, reading.text.length + READ_STEP);
    reading.content.append(text.slice(reading.text.length, end));
    reading.text = text.slice(0, end);
  }
  if (!isGrowing && !reading.isEnded && reading.text.length === text.length) {
    reading.content.end();
    reading.isEnded = true;
  }
}

/**
 * How much of what is known is compared with a text that grows, in characters: a reply is only ever added to, and its
 * whole length is compared once, at its end.
 */
const OVERLAP = 64;

function goesOn(text: string, known: string, isGrowing: boolean): boolean {
  const from = isGrowing ? Math.max(0, known.length - OVERLAP) : 0;
  return text.startsWith(known.slice(from), from);
}
