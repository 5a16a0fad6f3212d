import type { LayoutName } from './types';

/** The layout a name means, aliases included; an unknown one fills the screen (contract 4.3). */
export function toLayout(layout = 'none'): LayoutName {
  return (/^(popo(ver|ut)|slideover|center|stretch)/.exec(layout.replace(/^(none|default|bubble)$/, 'popover').replace('inline', 'stretch'))?.[0] ?? 'fullscreen') as LayoutName;
}

/** Layouts that float above the page and have a launcher. */
export function hasLauncher(layout: LayoutName): boolean {
  return /pop|sli/.test(layout);
}

/** Layouts that stand in the page's own flow. */
export function isInline(layout: LayoutName): boolean {
  return /cen|str/.test(layout);
}
