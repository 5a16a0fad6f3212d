import { renderUserMarkdown } from './renderUserMarkdown';

/** Maximum size of the cache, in characters: about two hundred of the longest texts. */
const KEPT_MAX = 8_000_000;

/**
 * A renderer with a cache, so that a text is not rendered for every view. The least recently used entries are
 * evicted.
 *
 * @param keptMax - maximum size of texts and their HTML, in characters
 */
export function keepRendered(render: (text: string) => string, keptMax: number): (text: string) => string {
  const kept = new Map<string, string>();
  let size = 0;
  return (text) => {
    const html = kept.get(text) ?? render(text);
    if (!kept.delete(text)) size += text.length + html.length;
    kept.set(text, html);
    for (const [oldText, oldHtml] of kept) {
      if (size <= keptMax) break;
      kept.delete(oldText);
      size -= oldText.length + oldHtml.length;
    }
    return html;
  };
}

/** `renderUserMarkdown` for pages, on the server. */
export const renderKeptMarkdown = keepRendered(renderUserMarkdown, KEPT_MAX);
