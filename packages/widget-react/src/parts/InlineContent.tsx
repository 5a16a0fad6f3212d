import type { ReactNode } from 'react';
import type { Inline, SuggestionInline } from '@sotto/widget-core/content';
import { useOwnComponents } from './components';
import { FootnoteReference } from './FootnoteReference';
import { LinkPart } from './LinkPart';
import { InlineMath, UnfinishedMath } from './MathPart';
import { MediaPart } from './MediaPart';
import { useConfig, useConversation } from '../hooks/useWidgetStore';
import { useWidget } from '../hooks/useWidget';
import { lazyPart } from '../hooks/lazyPart';
import { ignoreShown } from '../hooks/ignoreShown';

/** Right-to-left letters, or no letters at all: a telephone number in bold may be part of right-to-left text. */
const NEEDS_ISOLATES = /[\u0590-\u08ff\ufb1d-\ufefc]|^\P{L}{7,}$/u;

/** Right-to-left text, shown unchanged until the part that isolates numbers and names is loaded. */
const LateIsolatedText = lazyPart<{ readonly text: string }>(
  () => import('../lib/textDirection').then((part) => part.IsolatedText),
  ({ text }) => text,
);

/** Content of a paragraph, heading or cell. Inlines are identified by their index. */
export function InlineContent({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => <InlineNode key={index} inline={inline} />);
}

function InlineNode({ inline }: { readonly inline: Inline }): ReactNode {
  const own = useOwnComponents();
  switch (inline.kind) {
    case 'text':
      return NEEDS_ISOLATES.test(inline.text) ? <LateIsolatedText text={inline.text} /> : inline.text;
    case 'strong':
      return (
        <strong>
          <InlineContent inlines={inline.inlines} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <InlineContent inlines={inline.inlines} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <InlineContent inlines={inline.inlines} />
        </s>
      );
    case 'code':
      return (
        <code className="sotto-inline-code" dir="ltr">
          {inline.text}
        </code>
      );
    case 'break':
      return <br />;
    case 'math':
      return inline.closed === false ? <UnfinishedMath /> : <InlineMath inline={inline} />;
    case 'link': {
      const Link = own.Link ?? LinkPart;
      return (
        <Link link={inline}>
          <InlineContent inlines={inline.inlines} />
        </Link>
      );
    }
    case 'suggestion':
      return (
        <SuggestionPart suggestion={inline}>
          <InlineContent inlines={inline.inlines} />
        </SuggestionPart>
      );
    case 'media': {
      const Media = own.Media ?? MediaPart;
      return <Media media={inline} />;
    }
    case 'footnoteReference':
      return <FootnoteReference inline={inline} />;
    case 'element': {
      const Element = inline.name;
      return (
        <Element>
          <InlineContent inlines={inline.inlines} />
        </Element>
      );
    }
  }
}

/** Text that the visitor can send with one click. */
function SuggestionPart({
  suggestion,
  children,
}: {
  readonly suggestion: SuggestionInline;
  readonly children: ReactNode;
}) {
  const widget = useWidget();
  const isBusy = useConversation((state) => state.reply !== undefined);
  const isDisabled = useConfig((config) => config.disabled);
  return (
    <button
      type="button"
      className="sotto-chip"
      disabled={isDisabled}
      // While a reply is streaming the chip is inactive but looks the same.
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) ignoreShown(widget.conversation.send({ message: suggestion.text, type: 'input' }));
      }}
    >
      {children}
    </button>
  );
}
