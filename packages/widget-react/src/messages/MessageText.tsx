import { memo, useState } from 'react';
import { StreamedContext } from '../hooks/messageContext';
import { useMessageContent } from '../hooks/useMessageContent';
import { useHeldBlocks } from './useHeldBlocks';
import { longOrNot } from './longText';
import type { Block } from '@sotto/widget-core/content';
import { Parts } from '../parts/PartRenderer';
import { HeadingBaseContext } from '../parts/TextPart';

/** A text and how it is read. */
export interface MessageTextProps {
  readonly text: string;
  /** More may come. */
  readonly isGrowing: boolean;
  /** What a visitor wrote is shown as it was typed. */
  readonly isFromBot: boolean;
  readonly math: boolean;
  readonly className: string;
  readonly headingLevel?: 2 | 3;
}

/** As much of a text is read as markdown, in characters; what comes after is shown as it was written. */
const READ_MAX_LENGTH = 100_000;

/** A text of a message, read and drawn. Everything that reads markdown is reached through here, and loaded with it. */
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

/** Text as it was written, in a block of its own: a browser keeps its layout for as long as it stays the same. */
const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return <p dir="auto">{text}</p>;
});

/**
 * A piece of a text that is shown as it was written, in characters: a growing text draws its last one anew, and the
 * browser lays out each by itself.
 */
export const PIECE_MAX_LENGTH = 4_000;

/**
 * A text in pieces, in order; together they are the text. One more character at the end changes the last piece only.
 */
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
 * Where a piece ends: after a line, when one ends in its last quarter, and never inside a character.
 *
 * @param maxLength - of the piece, in characters
 * @returns the end of the text when that is not further; otherwise always the same place, however much more comes
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

/** The blocks of a whole text. It only grows at its end, so the first heading is known for good once it is there. */
function MessageParts({ blocks, headingLevel = 3 }: MessagePartsProps) {
  const first = blocks.find((block) => block.kind === 'heading')?.level ?? 1;
  return (
    <HeadingBaseContext.Provider value={first - (headingLevel - 2)}>
      <Parts blocks={blocks} />
    </HeadingBaseContext.Provider>
  );
}
