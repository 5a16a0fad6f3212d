import { LAYOUT_WORDS, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import type { WidgetConfig } from '../types';
import { warn } from '../warn';

/**
 * The settings with the layout the frame is to have: the word's meaning, or none where nothing was written.
 *
 * An unknown name is reported in the page's console, with the known name that is nearest to it.
 */
export function checkLayout({ layout: written, ...config }: WidgetConfig): WidgetConfig {
  const layout = typeof written === 'string' ? written.trim() : '';
  if (layout === '') return config;
  if (!LAYOUT_WORDS.includes(layout.toLowerCase())) void suggest(layout);
  return { ...config, layout: readLayoutWord(layout) };
}

/** The search for the nearest word is fetched for a misspelt one only. */
async function suggest(layout: string): Promise<void> {
  const meant = await import('../manifest/nearest').then(
    ({ nearest }) => nearest(layout, LAYOUT_WORDS),
    () => undefined,
  );
  warn(
    meant === undefined
      ? `layout="${layout}" is not a layout and is shown as "fullscreen".`
      : `layout="${layout}" is not a layout; did you mean "${meant}"? It is shown as "fullscreen".`,
  );
}
