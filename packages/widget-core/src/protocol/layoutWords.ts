/** The six layouts [W-2]. */
export type LayoutName = 'popover' | 'popout' | 'slideover' | 'center' | 'stretch' | 'fullscreen';

/**
 * The names of each layout, followed by its aliases (specification 2.4). Core and loader read layouts only by this
 * table; unknown names mean fullscreen.
 */
const WORDS = /* @__PURE__ */ [
  'popover none default bubble',
  'popout',
  'slideover',
  'center centered',
  'stretch stretched inline',
].map((words) => words.split(' ') as [LayoutName, ...string[]]);

/** All names and aliases. An unknown name also means fullscreen, but is probably a typo. */
export const LAYOUT_WORDS: readonly string[] = /* @__PURE__ */ WORDS.flat().concat('fullscreen', 'full', 'screen');

/**
 * Returns the layout for a name or alias, ignoring case and surrounding space; unknown ones mean `fullscreen`
 * (specification 2.4).
 *
 * @param word - the given value. An empty string counts as not set, and so does any other type: an attribute without a
 *   value is passed as `true`
 * @param fallback - the layout if none is set
 */
export function readLayoutWord(word: unknown, fallback: LayoutName = 'popover'): LayoutName {
  // Only strings have `trim`.
  const plain = (word as string | undefined)?.trim?.().toLowerCase();
  return plain ? (WORDS.find((words) => words.includes(plain))?.[0] ?? 'fullscreen') : fallback;
}

/** Whether a layout is part of the page's own flow. The others float above the page or fill the window. */
export function isInlineLayout(layout: LayoutName): boolean {
  return layout === 'center' || layout === 'stretch';
}
