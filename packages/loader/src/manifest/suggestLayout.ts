import { LAYOUT_WORDS } from '@sotto/widget-core/internal/layouts';
import { warn } from '../warn';
import { nearest } from './nearest';

/** Warns in the page's console about an unknown layout, with the nearest known name. */
export function suggestLayout(layout: string): void {
  const meant = nearest(layout, LAYOUT_WORDS);
  warn(
    meant === undefined
      ? `layout="${layout}" is not a layout and is shown as "fullscreen".`
      : `layout="${layout}" is not a layout; did you mean "${meant}"? It is shown as "fullscreen".`,
  );
}
