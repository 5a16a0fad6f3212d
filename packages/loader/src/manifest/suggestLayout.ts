import { LAYOUT_WORDS } from '@sotto/widget-core/internal/layouts';
import { warn } from '../warn';
import { nearest } from './nearest';

/** Reports an unknown layout in the page's console, with the known name that is nearest to it. */
export function suggestLayout(layout: string): void {
  const meant = nearest(layout, LAYOUT_WORDS);
  warn(
    meant === undefined
      ? `layout="${layout}" is not a layout and is shown as "fullscreen".`
      : `layout="${layout}" is not a layout; did you mean "${meant}"? It is shown as "fullscreen".`,
  );
}
