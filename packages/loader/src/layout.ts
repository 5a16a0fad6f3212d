import type { LayoutName } from './types';

/** The layout a name means, aliases included; an unknown one fills the screen (contract 4.3). */
export function toLayout(layout: string | undefined): LayoutName {
  return (/^(popover|popout|slideover|center|stretch)(ed)?$/.exec({ none: 'popover', default: 'popover', bubble: 'popover', inline: 'stretch' }[layout as string] ?? layout ?? 'popover')?.[1] ?? 'fullscreen') as LayoutName;
}

/** Layouts that float above the page and have a launcher. */
export function hasLauncher(layout: LayoutName): boolean {
  return /pop|sli/.test(layout);
}

/** Layouts that stand in the page's own flow. */
export function isInline(layout: LayoutName): boolean {
  return /cen|str/.test(layout);
}
