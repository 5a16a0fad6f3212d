import MiniSearch from 'minisearch';
import type { Doc } from './docsLibrary';
import { readSections } from './sections';

/** A piece of an excerpt; `isMatch` when it is a word that was searched for. */
export interface DocExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A section of the documentation that fits a search. */
export interface DocHit {
  /** Title of its page. */
  readonly page: string;
  /** Title of the section; that of the page when the words stand before its first heading. */
  readonly section: string;
  /** Address of the section, with the site's path prefix. */
  readonly href: string;
  /** About 160 characters around the first match. */
  readonly excerpt: readonly DocExcerptPart[];
}

/** The documentation, searched by sections. */
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
  /** Multiplies how well it fits. */
  readonly boost: number;
}

/** Longest text that is searched for, in characters. */
export const QUERY_MAX = 200;
const EXCERPT_LENGTH = 160;
/** Hits of one page that are shown; more would push other pages out. */
const PAGE_HITS_MAX = 3;

/**
 * An index over the sections of all pages. It is made once, with the first search, which renders every page: 0.3 s of
 * processor time.
 *
 * Words match by their beginning and with slips of the pen: one wrong letter in words of 4 to 7, two in longer ones.
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
        // A name that two entries of a package export has one section in the reference of each.
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
      // Long tables mention everything: words count by how much of a section they make up.
      bm25: { k: 1.2, b: 1, d: 0 },
      boostDocument: (id) => entries[id as number]?.boost ?? 1,
    },
  });
  index.addAll(entries);
  return { index, entries };
}

/** Readers rarely search for the reasons of a decision, and a guide explains more than the type of a name. */
function boostOf({ path }: Doc): number {
  if (path.startsWith('/docs/decisions/')) return 0.4;
  return path.startsWith('/docs/reference/') ? 0.4 : 1;
}

/** @param terms - the words of the index that matched, in lower case */
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
