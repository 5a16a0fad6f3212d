import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';

/** A rendered page and the text of its first heading. */
export interface RenderedMarkdown {
  readonly html: string;
  readonly title: string | undefined;
}

/**
 * The project's own documentation as HTML. Only for files of this project: nothing is sanitised.
 *
 * Headings get the same anchors the guide cites (github-slugger), code blocks and tables can be scrolled and reached by
 * keyboard.
 */
export function renderMarkdown(text: string, resolveLink: (href: string) => string): RenderedMarkdown {
  const slugger = new GithubSlugger();
  let title: string | undefined;
  let section = '';
  const named = new Map<string, number>();
  /** Accessible name of a scrollable part: its section, with a number if there are several. */
  const nameOf = (kind: string): string => {
    const name = section === '' ? kind : `${kind}: ${section}`;
    const spoken = name.toLowerCase();
    const count = (named.get(spoken) ?? 0) + 1;
    named.set(spoken, count);
    return escapeAttribute(count === 1 ? name : `${name} (${String(count)})`);
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const content = this.parser.parseInline(tokens);
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) title ??= plain;
        section = plain;
        const anchor = slugger.slug(plain);
        return `<h${String(depth)} id="${anchor}">${content}</h${String(depth)}>\n`;
      },
      image({ href, text: words }: Tokens.Image) {
        return `<img src="${escapeAttribute(href)}" alt="${escapeAttribute(words)}" loading="lazy">`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeAttribute(resolveLink(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text: source, lang }: Tokens.Code) {
        return `<pre tabindex="0" role="region" aria-label="${nameOf(lang ? `Code, ${lang}` : 'Code')}"><code>${escapeText(source)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const cell = (entry: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(entry.tokens)}</${tag}>`;
        // An empty cell is not a header (axe: empty-table-header).
        const head = token.header.map((entry) => cell(entry, entry.text === '' ? 'td' : 'th')).join('');
        const rows = token.rows.map((row) => `<tr>${row.map((entry) => cell(entry, 'td')).join('')}</tr>`).join('\n');
        return (
          `<div class="table" tabindex="0" role="region" ` +
          `aria-label="${nameOf('Table')}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>\n`
        );
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { html, title };
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;');
}
