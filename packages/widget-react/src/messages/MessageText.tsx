import { memo, useState } from 'react';
import { StreamedContext } from '../hooks/messageContext';
import { useMessageContent } from '../hooks/useMessageContent';
import { useHeldBlocks } from './useHeldBlocks';
import { longOrNot } from './longText';
import type { Block } from '@sotto/widget-core/content';
import { Parts } from '../parts/PartRenderer';
import { HeadingBaseContext } from '../parts/TextPart';

/** A text and how to parse it. */
export interface MessageTextProps {
  readonly text: string;
  /** Whether more text may follow. */
  readonly isGrowing: boolean;
  /** A visitor's text is shown as typed. */
  readonly isFromBot: boolean;
  readonly math: boolean;
  readonly className: string;
  readonly headingLevel?: 2 | 3;
}

/** Maximum length that is parsed as markdown, in characters; the rest is shown as plain text. */
const READ_MAX_LENGTH = 100_000;

/** Text of a message. The markdown parser and everything it needs are loaded together with this component. */
export function MessageText({ text, isGrowing, isFromBot, math, className, headingLevel = 3 }: MessageTextProps) {
  const end = pieceEnd(text, 0, READ_MAX_LENGTH);
  const [isStreamed] = useState(isGrowing);
  const blocks = useHeldBlocks(useMessageContent(text.slice(0, end), isGrowing, math, isFromBot), isStreamed);
  if (blocks.length === 0) return null;
  return (
    <div className={className} data-long={longOrNot(text)}>
      <StreamedContext.Provider value={isStreamed}>
        <MessageParts blocks={blocks} headingLevel={headingLevel} />
      </StreamedContext.Provider>
      {/* No `div`, as the boxes before it are: `:last-of-type` finds the last of them. */}
      {end < text.length && (
        <section className="sotto-plain">
          {toTextPieces(text.slice(end)).map((piece, index) => (
            <Piece key={index} text={piece} />
          ))}
        </section>
      )}
    </div>
  );
}

/** Plain text in a separate block: the browser keeps its layout while it does not change. */
const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return <p dir="auto">{text}</p>;
});

/** Length of a block of plain text, in characters: only the last one is rendered again while the text grows. */
export const PIECE_MAX_LENGTH = 4_000;

/** Splits a text into blocks. Appending text changes only the last one. */
export function toTextPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from, PIECE_MAX_LENGTH);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

/**
 * Where a block ends: after a line that ends in its last quarter, and never inside a character.
 *
 * @param maxLength - of the block, in characters
 * @returns the end of the text if it is not farther; otherwise the result does not depend on later text
 */
export function pieceEnd(text: string, from: number, maxLength: number): number {
  const limit = from + maxLength;
  if (text.length <= limit) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > limit - maxLength / 4) return line;
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}

interface MessagePartsProps {
  readonly blocks: readonly Block[];
  /** Level of the first heading: one below the title above it. @default 3 */
  readonly headingLevel?: 2 | 3;
}

/** Blocks of a whole text. Text is only appended, so its first heading never changes. */
function MessageParts({ blocks, headingLevel = 3 }: MessagePartsProps) {
  const first = blocks.find((block) => block.kind === 'heading')?.level ?? 1;
  return (
    <HeadingBaseContext.Provider value={first - (headingLevel - 2)}>
      <Parts blocks={blocks} />
    </HeadingBaseContext.Provider>
  );
}
