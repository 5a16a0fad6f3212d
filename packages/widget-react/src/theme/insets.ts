import type { Media } from '@sotto/widget-core';

/**
 * What notch and home indicator take from the edges, in CSS pixels, as custom properties. A frame cannot ask for it
 * itself: inside an iframe the browser says 0 [W-41].
 */
export function toInsets(area: Media['safeArea']): Record<`--sotto-safe-${string}`, string> {
  return Object.fromEntries(
    Object.entries(area).map(([side, length]) => [`--sotto-safe-${side}`, `${String(length)}px`]),
  );
}
