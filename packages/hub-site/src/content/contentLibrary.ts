import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderMarkdown } from '../docs/renderMarkdown';

/** A page written in markdown. */
export interface ContentPage {
  /** Path, like `/legal/terms`. */
  readonly path: string;
  readonly title: string;
  /** Subtitle, and description for search engines. */
  readonly description: string;
  /** Label above the title. */
  readonly eyebrow: string;
  /** Links at the end: label and path. */
  readonly next: readonly { readonly label: string; readonly to: string }[];
  /** Name of the product picture beside the text; empty for none. */
  readonly picture: string;
  /** Style of its lists: `cards`, `index`, or empty for plain lists. */
  readonly look: string;
  /** The source text. */
  readonly markdown: string;
}

/** All content pages by path. */
export type ContentLibrary = ReadonlyMap<string, ContentPage>;

/** Folder beside the built module, or beside the sources. */
const FOLDERS = ['./content/', '../../content/'];

/**
 * Reads all texts once. A file starts with lines `name: value` between two lines of `---`: `title`, `description`,
 * `eyebrow`, `picture`, `look`, and `next` as `Label > /path; Label > /path`.
 */
export function createContentLibrary(): ContentLibrary {
  const folder = FOLDERS.map((each) => fileURLToPath(new URL(each, import.meta.url))).find((each) =>
    existsSync(`${each}home.md`),
  );
  if (folder === undefined) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'));
  return new Map(
    files.map((file) => [
      `/${file.replace(/\.md$/, '')}`,
      readContent(`/${file.replace(/\.md$/, '')}`, readFileSync(`${folder}${file}`, 'utf8')),
    ]),
  );
}

/** Parses a file. */
export function readContent(path: string, text: string): ContentPage {
  const [, head = '', markdown = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const next = (fields.get('next') ?? '').split(';').flatMap((entry) => {
    const [label = '', to = ''] = entry.split('>').map((part) => part.trim());
    return label === '' || to === '' ? [] : [{ label, to }];
  });
  return {
    path,
    title: fields.get('title') ?? path,
    description: fields.get('description') ?? '',
    eyebrow: fields.get('eyebrow') ?? '',
    picture: fields.get('picture') ?? '',
    look: fields.get('look') ?? '',
    next,
    markdown,
  };
}

/** The text of a page as HTML; links to paths get the site's prefix. */
export function contentHtml(page: ContentPage, href: (path: string) => string): string {
  return renderMarkdown(page.markdown, (link) => (link.startsWith('/') ? href(link) : link)).html;
}
