import { renderUserMarkdown } from './renderUserMarkdown';

/** What is kept of rendered texts, in characters: some two hundred of the longest ones that people publish. */
const KEPT_MAX = 8_000_000;

/**
 * A renderer that keeps what it has rendered, so that another view of a page does not read its text again. What has not
 * been asked for the longest makes room.
 *
 * @param keptMax - of texts and their HTML together, in characters
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
