import { cutText } from '@sotto/widget-core/internal/server';
import { cardListSchema, type Card } from '@sotto/hub-api';
import { ItemGrid } from '../shell/ItemGrid';
import type { Page, PageRequest } from '../site/route';
import { A, useSite } from '../site/SiteContext';

/** Maximum number of suggestions. */
const OFFERED = 3;

/** The not-found page, with a search for the likely target and links to other pages. */
export async function NotFoundPage({ url, hub }: PageRequest): Promise<Page> {
  const isHub = url.pathname.startsWith('/hub');
  const words = cutText((url.pathname.split('/').at(-1) ?? '').replaceAll(/[-_]+/g, ' '), 80).trim();
  const near =
    isHub && words !== ''
      ? await hub.get('/hub/skillset/list', cardListSchema, { q: words, take: OFFERED }).catch(() => undefined)
      : undefined;
  return {
    shell: isHub ? 'hub' : 'site',
    status: 404,
    head: { title: 'Not found | Sotto', noindex: true },
    body: <NotFound near={near?.items ?? []} words={isHub ? words : ''} />,
  };
}

function NotFound({ near, words }: { near: readonly Card[]; words: string }) {
  return (
    <div className="column notice-page">
      <p className="eyebrow">404</p>
      <h1>There is nothing at this address</h1>
      <p className="lead">The page may have moved, or it may never have been public.</p>
      <SearchForm words={words} />
      {near.length > 0 && (
        <section>
          <h2>Did you mean</h2>
          <ItemGrid items={near} />
        </section>
      )}
      <p className="actions">
        <A className="button quiet" to="/hub">
          Go to the Hub
        </A>
        <A className="button quiet" to="/docs">
          Read the documentation
        </A>
      </p>
    </div>
  );
}

function SearchForm({ words }: { words: string }) {
  const { href } = useSite();
  return (
    <form
      className="search-large"
      role="search"
      aria-label="What you looked for"
      action={href('/hub/search')}
      method="get"
    >
      <label htmlFor="lost-search">Search the Hub</label>
      <div className="field-row">
        <input id="lost-search" type="search" name="q" defaultValue={words} maxLength={200} />
        <button className="button" type="submit">
          Search
        </button>
      </div>
    </form>
  );
}
