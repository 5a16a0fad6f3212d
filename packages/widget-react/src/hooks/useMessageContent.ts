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
  /** The text that has been parsed. */
  text: string;
  isEnded: boolean;
}

/**
 * Number of blocks that are parsed and rendered in one task; more follow in further tasks, so that no text blocks the
 * page.
 */
const BLOCKS_AT_ONCE = 400;
/** Text is parsed in steps of this many characters until there are enough blocks; small blocks take three steps. */
const READ_STEP = 2_000;

/**
 * Parses a text that may still grow, as far as it should be rendered now. A visitor's text is shown as typed.
 *
 * Only new text is parsed; closed blocks keep their identity. If the text is not a continuation of the previous one
 * (the final text replaces the streamed one), it is parsed again; block ids stay the same, so parts stay mounted.
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
 * Parses a text that grows from call to call. The same text always gives the same blocks, so discarded renders do no
 * harm.
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

/** Parses until there are enough blocks, or to the end. */
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
 * Number of characters compared to detect a continuation. A reply only grows; the whole text is compared once, at its
 * end.
 */
const OVERLAP = 64;

function goesOn(text: string, known: string, isGrowing: boolean): boolean {
  const from = isGrowing ? Math.max(0, known.length - OVERLAP) : 0;
  return text.startsWith(known.slice(from), from);
}
