import { memo } from 'react';
import { useMessageContent } from '../hooks/useMessageContent';
import { MessageParts } from '../parts/MessageParts';
import { longOrNot } from './longText';
import { pieceEnd, toTextPieces } from './textPieces';

/** A text and how it is read. */
export interface MessageTextProps {
  readonly text: string;
  /** More may come. */
  readonly isGrowing: boolean;
  /** Visitors write markdown without HTML and without rich blocks. */
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
  const blocks = useMessageContent(text.slice(0, end), isGrowing, math, isFromBot);
  if (blocks.length === 0) return null;
  return (
    <div className={className} data-long={longOrNot(text)}>
      <MessageParts blocks={blocks} headingLevel={headingLevel} />
      {/* No `div`, as the boxes before it are: the last of them is told by its type. */}
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
