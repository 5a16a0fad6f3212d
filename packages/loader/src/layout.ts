import type { LayoutName } from './types';

/** The layout a name means; an unknown one fills the screen (contract 4.3). */
export function toLayout(layout = 'popover', position?: string): LayoutName {
  if (position === 'fullscreen') return 'fullscreen';
  if (/^(popover|none|default|bubble)$/.test(layout)) return 'popover';
  if (/^(stretch(ed)?|inline)$/.test(layout)) return 'stretch';
  if (/^center(ed)?$/.test(layout)) return 'center';
  return layout === 'popout' || layout === 'slideover' ? layout : 'fullscreen';
}

/** Layouts that float above the page and have a launcher. */
export function hasLauncher(layout: LayoutName): boolean {
  return /^(pop|slide)/.test(layout);
}

/** Layouts that stand in the page's own flow. */
export function isInline(layout: LayoutName): boolean {
  return /^(cen|str)/.test(layout);
}
