import type { MouseEvent } from 'react';
import type { FootnoteReferenceInline } from '@sotto/widget-core/content';

/** The number of a footnote; links to the footnote. */
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

/** A link within one message. Labels are unique only in their message, so the address alone leads nowhere. */
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
