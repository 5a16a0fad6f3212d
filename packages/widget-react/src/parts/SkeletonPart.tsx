import { useEffect } from 'react';
import type { SkeletonBlock } from '@sotto/widget-core/content';
import { LateDiagram, LateTable, richParts } from './lateParts';
import { formulas } from './MathPart';
import { Skeleton } from './Skeleton';

/** Placeholder of an incomplete block. */
export function SkeletonPart({ block: { of } }: { readonly block: SkeletonBlock }) {
  useEffect(() => {
    preloadPart(of);
  }, [of]);
  return <Skeleton of={of} />;
}

/** Preloads the part of a block while the block is still streaming. */
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
