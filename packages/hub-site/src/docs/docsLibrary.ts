import { cutText } from '@sotto/widget-core/internal/server';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMarkdown } from './renderMarkdown';

/** A documentation page. */
export interface Doc {
  /** Path, like `/docs/guides/operator`. */
  readonly path: string;
  /** Address including the path prefix the site is served under. */
  readonly href: string;
  readonly title: string;
  /** Its first words, for previews. */
  readonly summary: string;
  /** Rendered on first use and cached; from trusted files of this project. */
  readonly html: string;
  /** The Markdown source. */
  readonly markdown: string;
  /** Path of the Markdown: `/docs/guides/operator.md`, `/docs/index.md`. Relative links between files work. */
  readonly markdownPath: string;
}

/** A picture of a page. */
export interface DocPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** All pages of the documentation, found by their address. */
export interface DocsLibrary {
  readonly entries: readonly Doc[];
  find(path: string): Doc | undefined;
  /** A picture by its path below `images`, such as `hub/home.webp`; undefined if it does not exist. */
  picture(path: string): DocPicture | undefined;
}

const PICTURE_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png', svg: 'image/svg+xml' };

/** The first pages of the navigation; all others follow by title. */
const FIRST_PAGES = ['/docs', '/docs/guides/site-owner', '/docs/guides/integrator', '/docs/guides/operator'];

/**
 * Reads a folder of markdown once; a page is rendered on its first request. A folder that does not exist gives an empty
 * library.
 */
export function createDocsLibrary(docsDir: string, basePath: string): DocsLibrary {
  const byPath = new Map<string, Doc>();
  for (const file of listMarkdown(docsDir)) {
    const path = addressOf(file);
    const text = readFileSync(join(docsDir, file), 'utf8');
    let html: string | undefined;
    byPath.set(path, {
      path,
      href: basePath + path,
      title: titleOf(text) ?? path,
      summary: summaryOf(text),
      get html() {
        return (html ??= renderMarkdown(text, (link) => resolveLink(link, file, basePath)).html);
      },
      markdown: text,
      markdownPath: `/docs/${file}`,
    });
  }
  const entries = [...byPath.values()].sort(byReadingOrder);
  return {
    entries,
    find: (path) => byPath.get(path),
    picture(path) {
      const [, kind] = /^(?:[\w-]+\/)?[\w-]+\.(webp|png|svg)$/.exec(path) ?? [];
      const file = join(docsDir, 'images', path);
      return kind !== undefined && existsSync(file)
        ? { bytes: new Uint8Array(readFileSync(file)), mediaType: PICTURE_TYPES[kind] ?? '' }
        : undefined;
    },
  };
}

/** The first heading of depth 1 as plain text. */
function titleOf(text: string): string | undefined {
  return /^# (.+)$/m
    .exec(text.replaceAll(/^```[^]*?^```/gm, ''))?.[1]
    ?.replaceAll(/[`*]/g, '')
    .trim();
}

/** The first paragraph as plain text, at most 160 characters. */
function summaryOf(text: string): string {
  const first = text.split(/\n\s*\n/).find((block) => !/^\s*(?:#|<|\||```|!\[|---)/.test(block)) ?? '';
  const plain = first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length <= 160 ? plain : `${cutText(plain, 159).trimEnd()}…`;
}

/** Path of a markdown file: `guides/operator.md` becomes `/docs/guides/operator`, `index.md` its folder. */
function addressOf(file: string): string {
  const name = file.replace(/\.md$/, '').replace(/(^|\/)index$/, '');
  return name === '' ? '/docs' : `/docs/${name}`;
}

/** Rewrites links between markdown files; others stay. */
function resolveLink(link: string, file: string, basePath: string): string {
  if (/^[a-z][a-z+.-]*:|^[/#]/i.test(link)) return link;
  const target = new URL(link, `file:///${file}`);
  const relative = decodeURIComponent(target.pathname.slice(1));
  if (!relative.endsWith('.md')) return link;
  return basePath + addressOf(relative) + target.hash;
}

function listMarkdown(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.md'))
      .sort();
  } catch {
    return [];
  }
}

function byReadingOrder(a: Doc, b: Doc): number {
  return rank(a) - rank(b) || a.title.localeCompare(b.title, 'en');
}

function rank(doc: Doc): number {
  const first = FIRST_PAGES.indexOf(doc.path);
  if (first >= 0) return first;
  if (doc.path.startsWith('/docs/decisions/')) return FIRST_PAGES.length + 3;
  if (doc.path === '/docs/reference') return FIRST_PAGES.length + 1;
  return doc.path.startsWith('/docs/reference/') ? FIRST_PAGES.length + 2 : FIRST_PAGES.length;
}
