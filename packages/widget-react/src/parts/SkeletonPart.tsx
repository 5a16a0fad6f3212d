import { useEffect } from 'react';
import { type SkeletonBlock, loadRichBlocks } from '@sotto/widget-core/content';
import { Skeleton } from './Skeleton';

/** Holds the place of a block that is still being written, while what draws it is loaded. */
export function SkeletonPart({ block: { of } }: { readonly block: SkeletonBlock }) {
  useEffect(() => {
    preloadPart(of);
  }, [of]);
  return <Skeleton of={of} />;
}

/**
 * Begins to load what draws a block while the block is still being written, so that it is there when the block is
 * complete.
 * A load that fails is tried again when the block is drawn.
 */
function preloadPart(of: SkeletonBlock['of']): void {
  loading(of).catch(() => undefined);
}

function loading(of: SkeletonBlock['of']): Promise<unknown> {
  switch (of) {
    case 'math':
      return import('./drawFormula');
    case 'diagram':
      return import('./diagram/DiagramPart');
    case 'table':
      return Promise.resolve();
    default:
      return Promise.all([loadRichBlocks(), import('./rich/RichContentPart')]);
  }
}
