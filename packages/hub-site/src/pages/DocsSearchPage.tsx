import { cutText } from '@sotto/widget-core/internal/server';
import type { DocsLibrary } from '../docs/docsLibrary';
import { createDocsSearch, QUERY_MAX, type DocHit } from '../docs/searchDocs';
import { Island } from '../site/Island';
import type { Route } from '../site/route';
import { A, useSite } from '../site/SiteContext';

/** Number of results on the page. */
const PAGE_MAX = 20;

/** Addresses: `/docs/search?q=`, a page, and `/docs/search.json?q=`, the first hits for the search box. */
export function docsSearchRoutes(library: DocsLibrary): Route[] {
  const docs = createDocsSearch(library.entries);
  return [
    {
      path: '/docs/search',
      show({ url }) {
        const q = readQuery(url);
        return {
          shell: 'site',
          head: {
            title: q === '' ? 'Search the documentation | Sotto' : `${q} | Documentation | Sotto`,
            noindex: true,
          },
          body: <DocsSearchPage q={q} hits={docs.search(q, PAGE_MAX)} />,
        };
      },
    },
    {
      path: '/docs/search.json',
      show: ({ url }) =>
        Response.json({ hits: docs.search(readQuery(url)) }, { headers: { 'Cache-Control': 'public, max-age=600' } }),
    },
  ];
}

function readQuery(url: URL): string {
  return cutText((url.searchParams.get('q') ?? '').trim(), QUERY_MAX);
}

/**
 * Search box of the documentation: a form for the results page, and with scripts a list of hits while typing. `/`
 * focuses it. Once per page.
 */
export function DocsSearchBox({ q = '', hasButton = false }: { q?: string; hasButton?: boolean }) {
  const { href } = useSite();
  return (
    <Island name="docsSearch" when="intent" className="docs-search" props={{ address: href('/docs/search.json') }}>
      <form className="field-row" action={href('/docs/search')} role="search" aria-label="Documentation">
        <label className="visually-hidden" htmlFor="docs-search">
          Search the documentation
        </label>
        <input
          id="docs-search"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={QUERY_MAX}
          placeholder="Search the docs"
          autoComplete="off"
          aria-keyshortcuts="/"
          data-search=""
        />
        {hasButton && (
          <button className="button" type="submit">
            Search
          </button>
        )}
      </form>
    </Island>
  );
}

function DocsSearchPage({ q, hits }: { q: string; hits: readonly DocHit[] }) {
  return (
    <div className="column docs-results">
      <header className="page-head">
        <h1>
          {q === '' ? (
            'Search the documentation'
          ) : (
            <>
              Results for <span dir="auto">“{q}”</span>
            </>
          )}
        </h1>
        {q !== '' && hits.length > 0 && (
          <p className="quiet" role="status">
            {hits.length === 1 ? '1 section' : `${String(hits.length)} sections`}
          </p>
        )}
      </header>
      <DocsSearchBox q={q} hasButton />
      {hits.length > 0 && (
        <ol>
          {hits.map((hit) => (
            <li key={hit.href}>
              <a href={hit.href}>
                <strong>{hit.section}</strong>
                {hit.section !== hit.page && <span className="quiet"> {hit.page}</span>}
              </a>
              <p>{hit.excerpt.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}</p>
            </li>
          ))}
        </ol>
      )}
      {hits.length === 0 && (
        <div className="empty">
          <p className="empty-title">{q === '' ? 'What are you looking for?' : 'No results'}</p>
          <p className="quiet">
            {q === '' ? 'Titles and text of all pages are searched.' : 'Try fewer or different words.'}
          </p>
          <p className="actions">
            <A className="tag" to="/docs">
              All pages
            </A>
            <A className="tag" to="/docs/guides/questions">
              Questions and answers
            </A>
          </p>
        </div>
      )}
    </div>
  );
}
