import { createContext, useContext } from 'react';
import type {
  FootnoteBlock,
  HeadingBlock,
  ParagraphBlock,
  PlainBlock,
  QuoteBlock,
  RuleBlock,
} from '@sotto/widget-core/content';
import { FootnoteLink } from './FootnoteReference';
import { InlineContent } from './InlineContent';
import { PartsContext } from './components';

/** Heading level in the source that becomes `h2`. */
export const HeadingBaseContext = createContext(0);

/** Inside a list or quote, whose `dir="auto"` ignores elements with their own direction. */
export const IsNestedContext = createContext(false);

/** A paragraph; if it contains only suggestions, a row of chips. */
export function ParagraphPart({ block }: { readonly block: ParagraphBlock }) {
  const isNested = useContext(IsNestedContext);
  const isChips = block.inlines.every(
    (inline) =>
      inline.kind === 'suggestion' || inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''),
  );
  if (isChips)
    return (
      <div className="sotto-chips" dir="auto">
        <InlineContent inlines={block.inlines.filter((inline) => inline.kind === 'suggestion')} />
      </div>
    );
  return (
    <p className="sotto-paragraph" dir={isNested ? undefined : 'auto'}>
      <InlineContent inlines={block.inlines} />
    </p>
  );
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** A heading in a message. The first one follows the level of the title above it. */
export function HeadingPart({ block }: { readonly block: HeadingBlock }) {
  const depth = Math.max(0, block.level - useContext(HeadingBaseContext));
  const Heading = HEADINGS[depth] ?? 'h6';
  return (
    <Heading className="sotto-heading" data-level={Math.min(block.level, 3)} dir="auto">
      <InlineContent inlines={block.inlines} />
    </Heading>
  );
}

/** Block quote. */
export function QuotePart({ block }: { readonly block: QuoteBlock }) {
  const drawParts = useContext(PartsContext);
  return (
    <blockquote className="sotto-quote" dir="auto">
      <IsNestedContext.Provider value>{drawParts(block.blocks)}</IsNestedContext.Provider>
    </blockquote>
  );
}

/** Thematic break. */
export function RulePart(_: { readonly block: RuleBlock }) {
  return <hr className="sotto-rule" />;
}

/** Text as written. */
export function PlainPart({ block }: { readonly block: PlainBlock }) {
  return (
    <p className="sotto-plain" dir="auto">
      {block.text}
    </p>
  );
}

/** A footnote, where it was written. Its number links back to the first reference. */
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
