import { Marked, type Tokens } from 'marked';

/** Addresses a link in somebody's text may lead to. */
const SAFE_LINK = /^(?:https?:\/\/|\/(?!\/)|#|mailto:)/i;

/**
 * Markdown that a person of the Hub wrote, as HTML. Their HTML is shown as text, pictures become links, links are
 * marked as theirs (`ugc nofollow`), and headings begin below those of the page.
 */
export function renderUserMarkdown(text: string): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text: html }: Tokens.HTML | Tokens.Tag) => escapeHtml(html),
      heading({ tokens, depth }: Tokens.Heading) {
        const level = Math.min(6, depth + 2);
        return `<h${String(level)}>${this.parser.parseInline(tokens)}</h${String(level)}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        return SAFE_LINK.test(href)
          ? `<a href="${escapeHtml(href)}" rel="ugc nofollow noopener">${content}</a>`
          : content;
      },
      image: ({ href, text: alt }: Tokens.Image) =>
        SAFE_LINK.test(href)
          ? `<a href="${escapeHtml(href)}" rel="ugc nofollow noopener">${escapeHtml(alt || href)}</a>`
          : escapeHtml(alt),
      code: ({ text: source }: Tokens.Code) =>
        `<pre tabindex="0" role="region" aria-label="Code"><code>${escapeHtml(source)}</code></pre>\n`,
      codespan: ({ text: source }: Tokens.Codespan) => `<code>${escapeHtml(source)}</code>`,
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    },
  });
  return marked.parse(text, { async: false });
}

/** Text inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
