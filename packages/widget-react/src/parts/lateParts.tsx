import { inlineText, loadRichBlocks, type DiagramBlock, type TableBlock } from '@sotto/widget-core/content';
import { lateLoad, lazyPart, type LateLoad } from '../hooks/lazyPart';
import { LateBlockedMedia } from './MediaPart';
import type * as RichContent from './rich/RichContentPart';
import { Skeleton } from './Skeleton';
import { SourcePart } from './SourcePart';

/** A diagram. */
export const LateDiagram = lazyPart<{ readonly block: DiagramBlock }>(
  () => import('./diagram/DiagramPart').then((part) => part.DiagramPart),
  ({ block }, isLost) => (isLost ? <SourcePart block={block} /> : <Skeleton of="diagram" />),
);

/** A table, with a placeholder while it is incomplete or its part is loading. */
export const LateTable = lazyPart<{ readonly block: TableBlock }>(
  () => import('./TablePart').then((part) => part.TablePart),
  ({ block: { header, rows } }, isLost) =>
    isLost ? (
      <p className="sotto-plain" dir="auto">
        {[header, ...rows].map(({ cells }) => cells.map(inlineText).join(' | ')).join('\n')}
      </p>
    ) : (
      <Skeleton of="table" />
    ),
);

type RichParts = Awaited<ReturnType<typeof loadRichBlocks>> & Pick<typeof RichContent, 'RichContentPart'>;

/** Parser and components of cards, carousels, buttons and forms. A card's picture may need a request to load. */
export const richParts: LateLoad<RichParts> = lateLoad(async () => {
  LateBlockedMedia.preload();
  const [reader, { RichContentPart }] = await Promise.all([loadRichBlocks(), import('./rich/RichContentPart')]);
  return { ...reader, RichContentPart };
});
