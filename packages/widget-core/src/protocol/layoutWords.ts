/** The six layouts [W-2]. */
export type LayoutName = 'popover' | 'popout' | 'slideover' | 'center' | 'stretch' | 'fullscreen';

/**
 * The words for a layout, its name first (specification 2.4). Core and loader read layouts by this table alone; what is
 * not in it is fullscreen.
 */
const WORDS = /* @__PURE__ */ [
  'popover none default bubble',
  'popout',
  'slideover',
  'center centered',
  'stretch stretched inline',
].map((words) => words.split(' ') as [LayoutName, ...string[]]);

/** Every word for a layout. What is none of them is fullscreen, too, but most likely misspelt. */
export const LAYOUT_WORDS: readonly string[] = /* @__PURE__ */ WORDS.flat().concat('fullscreen', 'full', 'screen');

/**
 * The layout that a word means. Case and surrounding space do not matter; an unknown word is `fullscreen`
 * (specification 2.4).
 *
 * @param word - what was written. An empty text is not set, and neither is anything but text: an attribute without a
 *   value arrives as `true`
 * @param fallback - what holds where nothing is set
 */
export function readLayoutWord(word: unknown, fallback: LayoutName = 'popover'): LayoutName {
  // Anything but text has no `trim`.
  const plain = (word as string | undefined)?.trim?.().toLowerCase();
  return plain ? (WORDS.find((words) => words.includes(plain))?.[0] ?? 'fullscreen') : fallback;
}

/** Whether a layout stands in the page's own flow. The others float above the page or fill the window. */
export function isInlineLayout(layout: LayoutName): boolean {
  return layout === 'center' || layout === 'stretch';
}
