import type { SkeletonBlock } from '@sotto/widget-core/content';

/** A quiet place in the shape of what is coming. */
export function Skeleton({ of }: Pick<SkeletonBlock, 'of'>) {
  return (
    <div className="sotto-skeleton" data-of={of} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
