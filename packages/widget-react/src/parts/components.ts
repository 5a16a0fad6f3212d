import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type {
  Block, CodeBlock, DiagramBlock, HeadingBlock, LinkInline, ListBlock, MathBlock, MediaBlock, MediaInline, ParagraphBlock, PlainBlock, QuoteBlock, RichBlock, RuleBlock, SkeletonBlock, TableBlock,
} from '@sotto/widget-core/content';

/** A part draws one block. It is called again only when its block is another one. */
export type PartComponent<Kind> = ComponentType<{ readonly block: Kind }>;

/** The parts an owner may replace. `Link` draws links inside sentences, `Media` pictures, videos and sounds wherever they stand. */
export interface WidgetComponents {
  readonly Paragraph: PartComponent<ParagraphBlock>;
  readonly Heading: PartComponent<HeadingBlock>;
  readonly List: PartComponent<ListBlock>;
  readonly Quote: PartComponent<QuoteBlock>;
  readonly Table: PartComponent<TableBlock>;
  readonly Code: PartComponent<CodeBlock>;
  readonly Math: PartComponent<MathBlock>;
  readonly Diagram: PartComponent<DiagramBlock>;
  readonly Media: ComponentType<{ readonly media: MediaBlock | MediaInline }>;
  readonly Rule: PartComponent<RuleBlock>;
  readonly Rich: PartComponent<RichBlock>;
  readonly Skeleton: PartComponent<SkeletonBlock>;
  readonly Plain: PartComponent<PlainBlock>;
  readonly Link: ComponentType<{ readonly link: LinkInline; readonly children: ReactNode }>;
}

/** The owner's parts; those not named are ours. */
export const ComponentsContext = createContext<Partial<WidgetComponents>>({});

/** The owner's parts. */
export function useOwnComponents(): Partial<WidgetComponents> {
  return useContext(ComponentsContext);
}

/** Draws blocks inside blocks. Lists and quotes find it here, because they are drawn by it themselves. */
export const PartsContext = createContext<ComponentType<{ readonly blocks: readonly Block[] }>>(() => null);
