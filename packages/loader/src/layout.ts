import type { LayoutName } from './types';

/** Layouts that stand in the page's own flow. The others float above the page and have a launcher. */
export function isInline(layout: LayoutName): boolean {
  return layout === 'center' || layout === 'stretch';
}
