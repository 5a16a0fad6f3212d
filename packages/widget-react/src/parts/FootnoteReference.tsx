import type { MouseEvent } from 'react';
import type { FootnoteReferenceInline } from '@sotto/widget-core/content';

/** The number of a footnote behind a word; leads to the footnote. */
export function FootnoteReference({ inline }: { readonly inline: FootnoteReferenceInline }) {
  return (
    <sup tabIndex={-1} data-footnote-reference={inline.label}>
      <FootnoteLink label={inline.label} role="doc-noteref" to="data-footnote" />
    </sup>
  );
}

interface FootnoteLinkProps {
  readonly label: string;
  readonly role: 'doc-backlink' | 'doc-noteref';
  readonly to: 'data-footnote' | 'data-footnote-reference';
}

/** A link inside one message. Labels occur once in a message, not once on a page: the address leads nowhere by itself. */
export function FootnoteLink({ label, role, to }: FootnoteLinkProps) {
  const goTo = (event: MouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault();
    const target = event.currentTarget
      .closest('.sotto-message, .sotto-intro')
      ?.querySelector<HTMLElement>(`[${to}="${CSS.escape(label)}"]`);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <a
      className="sotto-link"
      role={role}
      href={`#${encodeURIComponent(label)}`}
      rel="noopener noreferrer"
      onClick={goTo}
    >
      {label}
    </a>
  );
}
