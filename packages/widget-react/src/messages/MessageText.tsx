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
  const blocks = useMessageContent(text, isGrowing, math, isFromBot);
  return blocks.length === 0 ? null : <div className={className}><MessageParts blocks={blocks} headingLevel={headingLevel} /></div>;
}
