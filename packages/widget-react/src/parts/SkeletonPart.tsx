import type { SkeletonBlock } from '@sotto/widget-core/content';

/** Holds the place of a block that is still being written. */
export function SkeletonPart({ block }: { readonly block: SkeletonBlock }) {
  return <div className="sotto-skeleton" data-of={block.of} aria-hidden="true"><span /><span /><span /></div>;
}
