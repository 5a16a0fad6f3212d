import { useEffect } from 'react';
import type { SkeletonBlock } from '@sotto/widget-core/content';
import { LateDiagram, LateTable, richParts } from './lateParts';
import { formulas } from './MathPart';
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
 */
function preloadPart(of: SkeletonBlock['of']): void {
  switch (of) {
    case 'math':
      formulas.preload();
      break;
    case 'diagram':
      LateDiagram.preload();
      break;
    case 'table':
      LateTable.preload();
      break;
    default:
      richParts.preload();
  }
}
