import type { LayoutName } from './types';

/** The layout a name means; an unknown one fills the screen (contract 4.3). */
export function toLayout(layout = 'popover', position?: string): LayoutName {
  if (position === 'fullscreen') return position;
  if (/^(none|default|bubble)$/.test(layout)) return 'popover';
  if (/^(stretched|inline)$/.test(layout)) return 'stretch';
  if (layout === 'centered') return 'center';
  return /^(pop(over|out)|slideover|center|stretch)$/.test(layout) ? (layout as LayoutName) : 'fullscreen';
}

/** Layouts that float above the page and have a launcher. */
export function hasLauncher(layout: LayoutName): boolean {
  return /^(pop|slide)/.test(layout);
}

/** Layouts that stand in the page's own flow. */
export function isInline(layout: LayoutName): boolean {
  return /^(cen|str)/.test(layout);
}
