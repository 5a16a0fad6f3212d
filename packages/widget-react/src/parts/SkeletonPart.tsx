import { useEffect } from 'react';
import type { SkeletonBlock } from '@sotto/widget-core/content';
import { preloadPart } from './preloadPart';
import { Skeleton } from './Skeleton';

/** Holds the place of a block that is still being written, while what draws it is loaded. */
export function SkeletonPart({ block: { of } }: { readonly block: SkeletonBlock }) {
  useEffect(() => {
    preloadPart(of);
  }, [of]);
  return <Skeleton of={of} />;
}
