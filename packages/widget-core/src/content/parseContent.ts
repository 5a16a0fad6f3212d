import type { Block, ContentOptions } from './contentBlocks';
import { createStreamingContent } from './streaming/streamingContent';

/** How a text is read; `streaming` when more may come. */
export interface ParseContentOptions extends ContentOptions {
  /** Complete or hold back what is half-written at the end. @default false */
  readonly streaming?: boolean;
}

/**
 * What a text means.
 *
 * Never throws: what cannot be read is shown as it was written (a `plain` block). The same text
 * given to `createStreamingContent` in any pieces yields equal blocks.
 */
export function parseContent(text: string, options: ParseContentOptions = {}): readonly Block[] {
  const content = createStreamingContent(options);
  content.append(text);
  if (options.streaming !== true) content.end();
  return content.blocks;
}
