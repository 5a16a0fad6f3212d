import type { FootnoteBlock } from '@sotto/widget-core/content';
import { FootnoteLink } from './FootnoteReference';
import { InlineContent } from './InlineContent';

/** A footnote, where it was written. Its number leads back to the first place that names it. */
export function FootnotePart({ block }: { readonly block: FootnoteBlock }) {
  return (
    <div className="sotto-footnote" role="doc-footnote" dir="auto" tabIndex={-1} data-footnote={block.label}>
      <FootnoteLink label={block.label} role="doc-backlink" to="data-footnote-reference" />{' '}
      <span>
        <InlineContent inlines={block.inlines} />
      </span>
    </div>
  );
}
