import type { Block, ContentOptions } from './contentBlocks';
import { createStreamingContent } from './streaming/streamingContent';

/** Options of `parseContent`; `streaming` if more text may arrive. */
export interface ParseContentOptions extends ContentOptions {
  /** Complete or hold back unfinished syntax at the end. @default false */
  readonly streaming?: boolean;
}

/**
 * Parses a message text into blocks.
 *
 * Never throws: unreadable text is shown as written (a `plain` block). `createStreamingContent` produces equal blocks
 * for the same text, however it is split.
 */
export function parseContent(text: string, options: ParseContentOptions = {}): readonly Block[] {
  const content = createStreamingContent(options);
  content.append(text);
  if (options.streaming !== true) content.end();
  return content.blocks;
}
