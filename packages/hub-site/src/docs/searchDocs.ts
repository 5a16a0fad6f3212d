import MiniSearch from 'minisearch';
import type { Doc } from './docsLibrary';
import { readSections } from './sections';

/** Part of an excerpt; `isMatch` for words of the query. */
export interface DocExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A matching section of the documentation. */
export interface DocHit {
  /** Title of its page. */
  readonly page: string;
  /** Title of the section; that of the page if the match is before its first heading. */
  readonly section: string;
  /** Address of the section, with the site's path prefix. */
  readonly href: string;
  /** About 160 characters around the first match. */
  readonly excerpt: readonly DocExcerptPart[];
}

/** Full-text search by section. */
export interface DocsSearch {
  /** @param max - @default 8 @returns best first; empty for text without a word */
  search(query: string, max?: number): readonly DocHit[];
}

interface Entry {
  readonly id: number;
  readonly page: string;
  readonly section: string;
  readonly text: string;
  readonly href: string;
  /** Factor for its score. */
  readonly boost: number;
}

/** Maximum length of a query, in characters. */
export const QUERY_MAX = 200;
const EXCERPT_LENGTH = 160;
/** Maximum number of hits per page. */
const PAGE_HITS_MAX = 3;

/**
 * Index over the sections of all pages. Built with the first search, which renders every page: 0.3 s of processor
 * time.
 *
 * Matches prefixes and typing mistakes: one wrong letter in words of 4 to 7 letters, two in longer ones.
 */
export function createDocsSearch(docs: readonly Doc[]): DocsSearch {
  let made: { index: MiniSearch<Entry>; entries: readonly Entry[] } | undefined;
  return {
    search(query, max = 8) {
      made ??= createIndex(docs);
      const { index, entries } = made;
      const text = query.slice(0, QUERY_MAX);
      const all = index.search(text, { combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(text, { combineWith: 'OR' });
      const perPage = new Map<string, number>();
      const seen = new Set<string>();
      const hits: DocHit[] = [];
      for (const { id, terms } of found) {
        const entry = entries[id as number];
        // A name exported by two entries of a package has a section in both references.
        if (!entry || seen.has(`${entry.section}\n${entry.text}`)) continue;
        seen.add(`${entry.section}\n${entry.text}`);
        const count = (perPage.get(entry.page) ?? 0) + 1;
        perPage.set(entry.page, count);
        if (count > PAGE_HITS_MAX) continue;
        hits.push({
          page: entry.page,
          section: entry.section,
          href: entry.href,
          excerpt: cutExcerpt(entry.text, terms),
        });
        if (hits.length === max) break;
      }
      return hits;
    },
  };
}

function createIndex(docs: readonly Doc[]): { index: MiniSearch<Entry>; entries: readonly Entry[] } {
  const entries = docs
    .flatMap((doc) =>
      readSections(doc.html).map(({ title, anchor, text }) => ({
        page: doc.title,
        section: title === '' ? doc.title : title,
        text,
        href: anchor === '' ? doc.href : `${doc.href}#${anchor}`,
        boost: boostOf(doc),
      })),
    )
    .map((entry, id): Entry => ({ ...entry, id }));
  const index = new MiniSearch<Entry>({
    fields: ['section', 'page', 'text'],
    searchOptions: {
      boost: { section: 4, page: 2 },
      prefix: (term) => term.length >= 2,
      fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
      weights: { prefix: 0.6, fuzzy: 0.3 },
      // Long tables mention everything, so scores are relative to a section's length.
      bm25: { k: 1.2, b: 1, d: 0 },
      boostDocument: (id) => entries[id as number]?.boost ?? 1,
    },
  });
  index.addAll(entries);
  return { index, entries };
}

/** Decisions are rarely searched for, and a guide explains more than a type's name. */
function boostOf({ path }: Doc): number {
  if (path.startsWith('/docs/decisions/')) return 0.4;
  return path.startsWith('/docs/reference/') ? 0.4 : 1;
}

/** @param terms - matched words of the index, in lower case */
function cutExcerpt(text: string, terms: readonly string[]): readonly DocExcerptPart[] {
  const words = [...terms].sort((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const first = text.search(pattern);
  const begin = first < 60 ? 0 : text.indexOf(' ', first - 60) + 1;
  const end = text.length <= begin + EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', begin + EXCERPT_LENGTH);
  const cut = text.slice(begin, Math.max(end, begin + 1));
  const whole = `${begin > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`;
  return whole
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
