import type { readForm } from './rich/readForm';
import type { readRichBlock, RICH_BLOCK_NEEDS } from './rich/richBlocks';

export type {
  Block,
  BreakInline,
  CodeBlock,
  CodeInline,
  ColumnAlign,
  ContentOptions,
  DiagramBlock,
  ElementInline,
  EmphasisInline,
  FootnoteBlock,
  FootnoteReferenceInline,
  HeadingBlock,
  Inline,
  InlineElementName,
  LinkInline,
  LinkTarget,
  ListBlock,
  ListItem,
  MathBlock,
  MathInline,
  MediaBlock,
  MediaInline,
  MediaKind,
  ParagraphBlock,
  PlainBlock,
  QuoteBlock,
  RichBlock,
  RichBlockType,
  RuleBlock,
  SkeletonBlock,
  SuggestionInline,
  TableBlock,
  TableRow,
  TextInline,
} from './contentBlocks';
export { ATTACHMENT_TYPES } from '../api/fileTypes';
export { firstLink } from './firstLink';
export { inlineText } from './inlineContent';
export { parseContent, type ParseContentOptions } from './parseContent';
export { toPlainText } from './plainText';
export { decideMedia, misleadingHost, type MediaDecision, type RemotePolicy } from './remotePolicy';
export { readLinkAddress, resolveButtonLink, resolveLink, type LinkContext, type SafeLink } from './safeLinks';
export { shortenName } from './shortenName';
export { readTypedText } from './typedText';
export { createStreamingContent, type StreamingContent } from './streaming/streamingContent';

export type { FilledField, FormReading } from './rich/readForm';
export type { PlainValue } from './rich/readObject';
export type {
  ButtonContent,
  CardContent,
  FormContent,
  FormFieldContent,
  FormFieldType,
  RichContent,
} from './rich/richBlocks';

/** Parsers of rich blocks and their forms. */
export interface RichBlockReader {
  readonly readRichBlock: typeof readRichBlock;
  readonly readForm: typeof readForm;
  readonly RICH_BLOCK_NEEDS: typeof RICH_BLOCK_NEEDS;
}

/**
 * Loads the parsers of cards, carousels, button groups and forms, with the YAML parser. Called at the first such block.
 */
export async function loadRichBlocks(): Promise<RichBlockReader> {
  const [blocks, form] = await Promise.all([import('./rich/richBlocks'), import('./rich/readForm')]);
  return { readRichBlock: blocks.readRichBlock, readForm: form.readForm, RICH_BLOCK_NEEDS: blocks.RICH_BLOCK_NEEDS };
}
