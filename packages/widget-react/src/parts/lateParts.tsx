import { loadRichBlocks, type DiagramBlock } from '@sotto/widget-core/content';
import { lateLoad, lazyPart, type LateLoad } from '../hooks/lazyPart';
import { LateBlockedMedia } from './MediaPart';
import type * as RichContent from './rich/RichContentPart';
import { Skeleton } from './Skeleton';
import { SourcePart } from './SourcePart';

/** A diagram, and what draws it. */
export const LateDiagram = lazyPart<{ readonly block: DiagramBlock }>(
  () => import('./diagram/DiagramPart').then((part) => part.DiagramPart),
  ({ block }, isLost) => (isLost ? <SourcePart block={block} /> : <Skeleton of="diagram" />),
);

type RichParts = Awaited<ReturnType<typeof loadRichBlocks>> & Pick<typeof RichContent, 'RichContentPart'>;

/** What reads and draws cards, carousels, buttons and forms. The picture of a card may be one that is asked for. */
export const richParts: LateLoad<RichParts> = lateLoad(async () => {
  LateBlockedMedia.preload();
  const [reader, { RichContentPart }] = await Promise.all([loadRichBlocks(), import('./rich/RichContentPart')]);
  return { ...reader, RichContentPart };
});
