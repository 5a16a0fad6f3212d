import { LAYOUT_WORDS, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import type { WidgetConfig } from '../types';

/**
 * Replaces the layout's name with the layout it stands for; no layout if none was set.
 *
 * An unknown name is reported in the page's console, by a chunk that is loaded only then.
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
