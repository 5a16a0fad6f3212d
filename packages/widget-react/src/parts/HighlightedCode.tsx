import { useEffect, useState } from 'react';
import type { CodeToken } from './highlightCode';

/** Code to highlight. */
export interface HighlightedCodeProps {
  readonly text: string;
  /** The language after the fence, in lower case, or ''. */
  readonly language: string;
  /** Whether more follows; highlighting waits until the code is complete. */
  readonly isOpen?: boolean;
}

/** Plain code, highlighted when its language is loaded. Only colours change; no text moves. */
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
      // If the chunk cannot be loaded, the code stays plain.
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
