/** A heading, for the page's table of contents. */
export interface DocHeading {
  /** 1 is the page's title. */
  readonly depth: number;
  /** Anchor of the heading, without `#`. */
  readonly anchor: string;
  readonly title: string;
}

/** A heading and the text up to the next one. */
export interface DocSection extends DocHeading {
  /** Plain text, words separated by single spaces. */
  readonly text: string;
}

/** A heading as `renderMarkdown` writes it. Text that looks like one is escaped in code, so it does not match. */
const HEADING = /<h([1-6]) id="([^"]*)">([\s\S]*?)<\/h\1>\n/g;

/**
 * The sections of a page that `renderMarkdown` wrote. Text before the first heading belongs to a section of depth 1
 * without an anchor.
 */
export function readSections(html: string): readonly DocSection[] {
  const headings = [...html.matchAll(HEADING)];
  const opening = toPlainText(html.slice(0, headings[0]?.index ?? html.length));
  const sections = headings.map((match, index): DocSection => {
    const [whole, depth, anchor = '', title = ''] = match;
    const end = headings[index + 1]?.index ?? html.length;
    return {
      depth: Number(depth),
      anchor,
      title: toPlainText(title),
      text: toPlainText(html.slice(match.index + whole.length, end)),
    };
  });
  return opening === '' ? sections : [{ depth: 1, anchor: '', title: '', text: opening }, ...sections];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Inline tags are removed without a space: `<code>load</code>s` is one word. */
function toPlainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|code|em|strong|del|b|i|kbd|sub|sup|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
