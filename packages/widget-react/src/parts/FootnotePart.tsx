import type { MouseEvent } from 'react';
import type { FootnoteBlock, FootnoteReferenceInline } from '@sotto/widget-core/content';
import { InlineContent } from './InlineContent';

/** A footnote, where it was written. Its number leads back to the first place that names it. */
export function FootnotePart({ block }: { readonly block: FootnoteBlock }) {
  return (
    <div className="sotto-footnote" role="doc-footnote" dir="auto" tabIndex={-1} data-footnote={block.label}>
      <Leap label={block.label} role="doc-backlink" to="data-footnote-reference" />{' '}
      <span>
        <InlineContent inlines={block.inlines} />
      </span>
    </div>
  );
}

/** The number of a footnote behind a word; leads to the footnote. */
export function FootnoteReference({ inline }: { readonly inline: FootnoteReferenceInline }) {
  return (
    <sup tabIndex={-1} data-footnote-reference={inline.label}>
      <Leap label={inline.label} role="doc-noteref" to="data-footnote" />
    </sup>
  );
}

interface LeapProps {
  readonly label: string;
  readonly role: 'doc-backlink' | 'doc-noteref';
  readonly to: 'data-footnote' | 'data-footnote-reference';
}

/** A link inside one message. Labels occur once in a message, not once on a page: the address leads nowhere by itself. */
function Leap({ label, role, to }: LeapProps) {
  const leap = (event: MouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault();
    const target = event.currentTarget
      .closest('.sotto-message, .sotto-intro')
      ?.querySelector<HTMLElement>(`[${to}="${CSS.escape(label)}"]`);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <a className="sotto-link" role={role} href={`#${encodeURIComponent(label)}`} onClick={leap}>
      {label}
    </a>
  );
}
