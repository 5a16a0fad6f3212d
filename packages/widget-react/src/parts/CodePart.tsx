import type { CodeBlock } from '@sotto/widget-core/content';
import { useCopy } from '../hooks/useCopy';
import { useWords } from '../hooks/useWidgetStore';
import { CheckIcon, CopyIcon } from '../icons/icons';
import { lazyPart } from '../hooks/lazyPart';
import type { HighlightedCodeProps } from './HighlightedCode';

const HighlightedCode = lazyPart<HighlightedCodeProps>(
  () => import('./HighlightedCode').then((part) => part.HighlightedCode),
  ({ text }) => text,
);

/** Code with its language and a copy button. Long lines scroll; code is highlighted when its fence is closed. */
export function CodePart({
  block,
}: {
  readonly block: Pick<CodeBlock, 'language' | 'text'> & Partial<Pick<CodeBlock, 'closed'>>;
}) {
  const words = useWords();
  const { isCopied, copy } = useCopy(words.codeCopied);
  return (
    <figure className="sotto-code" dir="ltr">
      <figcaption className="sotto-code-bar">
        <span className="sotto-code-language">{block.language === '' ? 'text' : block.language}</span>
        <button
          type="button"
          className="sotto-code-copy"
          onClick={() => {
            copy(block.text);
          }}
        >
          {isCopied ? <CheckIcon /> : <CopyIcon />}
          {isCopied ? words.copied : words.copy}
        </button>
      </figcaption>
      <pre className="sotto-code-text" tabIndex={0} aria-label={block.language === '' ? 'text' : block.language}>
        <code>
          <HighlightedCode
            text={block.text.replace(/\n$/, '')}
            language={block.language}
            isOpen={block.closed === false}
          />
        </code>
      </pre>
    </figure>
  );
}
