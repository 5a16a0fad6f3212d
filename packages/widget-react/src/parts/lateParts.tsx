import { inlineText, loadRichBlocks, type DiagramBlock, type TableBlock } from '@sotto/widget-core/content';
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

/** A table. Its place is held while it is written, and what draws it is loaded meanwhile. */
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

/** What reads and draws cards, carousels, buttons and forms. The picture of a card may be one that is asked for. */
export const richParts: LateLoad<RichParts> = lateLoad(async () => {
  LateBlockedMedia.preload();
  const [reader, { RichContentPart }] = await Promise.all([loadRichBlocks(), import('./rich/RichContentPart')]);
  return { ...reader, RichContentPart };
});
