import { cutText } from '@sotto/widget-core/internal/server';
import { cardListSchema, HUB_TYPES, type CardList, type HubType } from '@sotto/hub-api';
import type { Route } from '../site/route';
import { A, useSite } from '../site/SiteContext';
import { HUB_TYPE_WORDS } from '../site/hubTypes';
import { ItemGrid } from '../shell/ItemGrid';
import { writeListQuery } from './listQuery';
import { RelaxedNote } from './RelaxedNote';
import { SuggestionRows } from './SuggestionRows';
import { readSuggestions, type Suggestions } from './suggestions';

/** Results per kind; the rest is one link away. */
const SHOWN = 6;

/** Address: /hub/search?q= */
export const searchRoute: Route = {
  path: '/hub/search',
  async show({ hub, url }) {
    const q = cutText((url.searchParams.get('q') ?? '').trim(), 200);
    const lists =
      q === ''
        ? []
        : await Promise.all(
            HUB_TYPES.map(async (type) => ({
              type,
              list: await hub.get(`/hub/${type}/list`, cardListSchema, { q, take: SHOWN }),
            })),
          );
    // One kind may contain the exact words while another has only similar ones.
    const isExact = lists.some(({ list }) => list.total > 0 && !list.relaxed);
    const found = lists
      .filter(({ list }) => list.total > 0 && (!isExact || !list.relaxed))
      .map(({ type, list: { items, total, relaxed } }) => ({ type, items, total, relaxed }))
      .sort((a, b) => b.total - a.total);
    const suggestions = found.length === 0 ? await readSuggestions(hub) : undefined;
    return {
      shell: 'hub',
      head: {
        title: q === '' ? 'Search | Hub' : `${q} | Hub`,
        description:
          q === ''
            ? 'Search bots, skillsets, datasets, widgets and blueprints.'
            : `What the Hub has about “${q}”: bots, skillsets, datasets, widgets and blueprints.`,
        noindex: true,
      },
      body: <Search q={q} found={found} suggestions={suggestions} />,
    };
  },
};

/** Results of one kind. */
type Found = Pick<CardList, 'items' | 'total' | 'relaxed'> & { readonly type: HubType };

function Search({
  q,
  found,
  suggestions,
}: {
  q: string;
  found: readonly Found[];
  suggestions: Suggestions | undefined;
}) {
  const relaxed = found.find((each) => each.relaxed)?.relaxed;
  const total = found.reduce((sum, each) => sum + each.total, 0);
  return (
    <div className="column hub-page">
      <header className="page-head">
        <h1>
          {q === '' ? (
            'Search the Hub'
          ) : (
            <>
              Results for <span dir="auto">“{q}”</span>
            </>
          )}
        </h1>
        {q !== '' && (
          <p className="lead" role="status">
            {total === 1 ? '1 item' : `${String(total)} items`}
          </p>
        )}
      </header>
      <RelaxedNote q={q} relaxed={relaxed} items="items" />
      {found.map(({ type, items, total: count }) => {
        const { many, plural } = HUB_TYPE_WORDS[type];
        return (
          <section key={type} className="result-row">
            <header className="row-head">
              <h2>{many}</h2>
              <A to={`/hub/${plural}${writeListQuery({ q })}`}>
                {count > items.length ? `All ${String(count)}` : 'Filter and sort'}
                <span className="visually-hidden"> {many.toLowerCase()}</span>
              </A>
            </header>
            <ItemGrid items={items} />
          </section>
        );
      })}
      {total === 0 && <Nothing q={q} />}
      {suggestions && (
        <SuggestionRows
          suggestions={suggestions}
          tagPath={(tag) => `/hub/search${writeListQuery({ q: tag })}`}
          showsType
        />
      )}
    </div>
  );
}

function Nothing({ q }: { q: string }) {
  const { href } = useSite();
  return (
    <div className="empty">
      <p className="empty-title">{q === '' ? 'What are you looking for?' : 'Nothing fits'}</p>
      <p className="quiet">
        {q === '' ? 'Names, tags and descriptions are searched.' : 'Fewer or other words find more.'}
      </p>
      <form className="field-row" action={href('/hub/search')} role="search" aria-label="On this page">
        <label className="visually-hidden" htmlFor="again">
          Search the Hub
        </label>
        <input id="again" type="search" name="q" defaultValue={q} maxLength={200} />
        <button className="button" type="submit">
          Search
        </button>
      </form>
      <p className="actions">
        {HUB_TYPES.map((type) => (
          <A key={type} className="tag" to={`/hub/${HUB_TYPE_WORDS[type].plural}`}>
            {HUB_TYPE_WORDS[type].many}
          </A>
        ))}
      </p>
    </div>
  );
}
