import { useEffect, useState } from 'react';
import type { CodeToken } from './highlightCode';

/** Code to be coloured. */
export interface HighlightedCodeProps {
  readonly text: string;
  /** The word after the fence, in lower case, or ''. */
  readonly language: string;
  /** Whether more of it is coming; colours wait until it is complete. */
  readonly isOpen?: boolean;
}

/**
 * Code, at first plain and coloured as soon as its language is loaded. Letters never move: only their colour changes.
 */
export function HighlightedCode({ text, language, isOpen = false }: HighlightedCodeProps) {
  const [highlighted, setHighlighted] = useState<{ readonly text: string; readonly tokens: readonly CodeToken[] }>();

  useEffect(() => {
    if (isOpen || language === '') return;
    let isWanted = true;
    import('./highlightCode')
      .then(({ highlightCode }) => highlightCode(text, language))
      .then((tokens) => {
        if (isWanted && tokens) setHighlighted({ text, tokens });
      })
      // A chunk that does not load leaves the code as it is: readable.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [text, language, isOpen]);

  if (highlighted?.text !== text) return text;
  return highlighted.tokens.map((token, index) =>
    token.kind === undefined ? (
      token.text
    ) : (
      <span key={index} className={`sotto-token-${token.kind}`}>
        {token.text}
      </span>
    ),
  );
}
