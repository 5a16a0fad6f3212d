import type { Block } from '@sotto/widget-core/content';
import { Parts } from './PartRenderer';
import { HeadingBaseContext } from './TextPart';

interface MessagePartsProps {
  readonly blocks: readonly Block[];
  /** Level of the first heading: one below the title above it. @default 3 */
  readonly headingLevel?: 2 | 3;
}

/** The blocks of a whole text. It only grows at its end, so the first heading is known for good once it is there. */
export function MessageParts({ blocks, headingLevel = 3 }: MessagePartsProps) {
  const first = blocks.find((block) => block.kind === 'heading')?.level ?? 1;
  return (
    <HeadingBaseContext.Provider value={first - (headingLevel - 2)}>
      <Parts blocks={blocks} />
    </HeadingBaseContext.Provider>
  );
}
