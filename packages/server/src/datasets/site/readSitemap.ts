import { Parser } from 'htmlparser2';

/** Most addresses that are read of one file. */
const ADDRESSES_MAX = 5_000;

/** A sitemap: addresses of pages, or of further sitemaps. */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Reads a sitemap or an index of sitemaps (sitemaps.org). Whatever else it is has no addresses. */
export function readSitemap(text: string): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  let parent = '';
  let location: string | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'url' || name === 'sitemap') parent = name;
        if (name === 'loc') location = '';
      },
      ontext(part) {
        if (location !== undefined) location += part;
      },
      onclosetag(name) {
        if (name !== 'loc' || location === undefined) return;
        const list = parent === 'sitemap' ? sitemaps : pages;
        if (parent !== '' && list.length < ADDRESSES_MAX) list.push(location.trim());
        location = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return { pages, sitemaps };
}
