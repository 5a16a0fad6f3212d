import { LAYOUT_WORDS, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import type { WidgetConfig } from '../types';

/**
 * The settings with the layout the frame is to have: the word's meaning, or none where nothing was written.
 *
 * An unknown name is reported in the page's console; what reports it is fetched for a misspelt one only.
 */
export function checkLayout({ layout: written, ...config }: WidgetConfig): WidgetConfig {
  const layout = typeof written === 'string' ? written.trim() : '';
  if (layout === '') return config;
  if (!LAYOUT_WORDS.includes(layout.toLowerCase()))
    import('../manifest/suggestLayout').then(
      ({ suggestLayout }) => {
        suggestLayout(layout);
      },
      () => undefined,
    );
  return { ...config, layout: readLayoutWord(layout) };
}
