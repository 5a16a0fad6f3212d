import type { SkeletonBlock } from '@sotto/widget-core/content';

/** Placeholder in the shape of its content. */
export function Skeleton({ of }: Pick<SkeletonBlock, 'of'>) {
  return (
    <div className="sotto-skeleton" data-of={of} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
