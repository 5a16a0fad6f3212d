import { useMessageContent } from '../hooks/useMessageContent';
import { MessageParts } from '../parts/MessageParts';

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

/** A text of a message, read and drawn. Everything that reads markdown is reached through here, and loaded with it. */
export function MessageText({ text, isGrowing, isFromBot, math, className, headingLevel = 3 }: MessageTextProps) {
  const end = readableEnd(text);
  const blocks = useMessageContent(text.slice(0, end), isGrowing, math, isFromBot);
  return blocks.length === 0 ? null : <div className={className}><MessageParts blocks={blocks} headingLevel={headingLevel} />{end < text.length && <p className="sotto-plain" dir="auto">{text.slice(end)}</p>}</div>;
}

/** As much of a text is read as markdown, in characters; what comes after is shown as it was written. */
const READ_MAX_LENGTH = 100_000;

/** Where reading ends: after a line, and always at the same place however much more comes. */
function readableEnd(text: string): number {
  if (text.length <= READ_MAX_LENGTH) return text.length;
  return text.lastIndexOf('\n', READ_MAX_LENGTH - 1) + 1 || READ_MAX_LENGTH;
}
