import type { CardList, HubType } from '@sotto/hub-api';
import { A, useSite } from '../site/SiteContext';
import { HUB_TYPE_WORDS } from '../site/hubTypes';
import { ItemGrid } from '../shell/ItemGrid';
import { SORT_LABELS, UPDATED_LABELS, writeListQuery, type ListQuery } from './listQuery';
import { Pages } from './Pages';
import { RelaxedNote } from './RelaxedNote';
import { SuggestionRows } from './SuggestionRows';
import type { Suggestions } from './suggestions';

interface ListViewProps {
  readonly type: HubType;
  readonly title: string;
  readonly path: string;
  readonly isLatest: boolean;
  readonly query: ListQuery;
  readonly list: CardList;
  readonly pages: number;
  readonly address: (page: number) => string;
  /** Shown if nothing was found. */
  readonly suggestions: Suggestions | undefined;
}

/** A list with filters; forms and links, so it works without scripts. */
export function ListView({ type, title, path, isLatest, query, list, pages, address, suggestions }: ListViewProps) {
  const words = HUB_TYPE_WORDS[type];
  const isNarrowed =
    query.q !== '' || query.tag !== '' || query.language !== '' || query.licence !== '' || query.updated !== '';
  return (
    <div className="column hub-page">
      <header className="page-head list-head">
        <div>
          <h1>{title}</h1>
          <p className="lead">{words.meaning}</p>
        </div>
        <A className="button quiet small" to={words.create}>
          Create a {words.one.toLowerCase()}
        </A>
      </header>
      <Filters label={`Search ${words.many.toLowerCase()}`} path={path} query={query} list={list} isLatest={isLatest} />
      <p className="result-count" role="status">
        {countSentence(words, list.total, query.q)}
      </p>
      <RelaxedNote q={query.q} relaxed={list.relaxed} items={words.many.toLowerCase()} />
      {list.items.length > 0 ? (
        <ItemGrid items={list.items} level={2} />
      ) : (
        <Empty words={words} path={path} isNarrowed={isNarrowed} q={query.q} />
      )}
      {suggestions && (
        <SuggestionRows suggestions={suggestions} tagPath={(tag) => path + writeListQuery({ tag })} showsType={false} />
      )}
      <Pages page={query.page} pages={pages} address={address} />
    </div>
  );
}

function Filters({
  label,
  path,
  query,
  list,
  isLatest,
}: {
  label: string;
  path: string;
  query: ListQuery;
  list: CardList;
  isLatest: boolean;
}) {
  const { href } = useSite();
  const without = (change: Partial<ListQuery>): string =>
    path + writeListQuery({ ...query, ...(isLatest && { sort: '' as const }), page: 1, ...change });
  return (
    <div className="filters">
      <form action={href(path)} method="get" className="filter-form">
        <div className="filter-words">
          <label className="visually-hidden" htmlFor="list-words">
            {label}
          </label>
          <input id="list-words" type="search" name="q" placeholder={label} defaultValue={query.q} maxLength={200} />
        </div>
        {query.tag !== '' && <input type="hidden" name="tag" value={query.tag} />}
        {!isLatest && (
          <Choice name="sort" label="Order" value={query.sort} options={{ '': 'Order: best match', ...SORT_LABELS }} />
        )}
        <Choice
          name="updated"
          label="Updated"
          value={query.updated}
          options={{ '': 'Updated any time', ...UPDATED_LABELS }}
        />
        {list.facets.languages.length > 1 || query.language !== '' ? (
          <Choice
            name="language"
            label="Language"
            value={query.language}
            options={{ '': 'Any language', ...named(list.facets.languages, languageName) }}
          />
        ) : null}
        {list.facets.licences.length > 1 || query.licence !== '' ? (
          <Choice
            name="licence"
            label="Licence"
            value={query.licence}
            options={{ '': 'Any licence', ...named(list.facets.licences) }}
          />
        ) : null}
        <button className="button quiet" type="submit">
          Apply
        </button>
      </form>
      {(list.facets.tags.length > 0 || query.tag !== '') && (
        <ul className="tag-row" aria-label="Tags">
          {query.tag !== '' && (
            <li>
              <A className="tag chosen" to={without({ tag: '' })} aria-label={`Without the tag ${query.tag}`}>
                {query.tag}
                <span aria-hidden="true"> ×</span>
              </A>
            </li>
          )}
          {list.facets.tags
            .filter(({ value }) => value !== query.tag)
            .map(({ value, count }) => (
              <li key={value}>
                <A className="tag" to={without({ tag: value })}>
                  {value} <span className="count">{count}</span>
                </A>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
}) {
  return (
    <div className="filter-choice">
      <label className="visually-hidden" htmlFor={`list-${name}`}>
        {label}
      </label>
      <select id={`list-${name}`} name={name} defaultValue={value}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Empty({
  words,
  path,
  isNarrowed,
  q,
}: {
  words: { one: string; many: string; create: string };
  path: string;
  isNarrowed: boolean;
  q: string;
}) {
  return (
    <div className="empty">
      <p className="empty-title">
        {isNarrowed ? `No matching ${words.many.toLowerCase()}` : `There are no ${words.many.toLowerCase()} yet`}
      </p>
      <p className="quiet">
        {isNarrowed ? 'Fewer words or filters find more.' : 'Items you share are listed here publicly.'}
      </p>
      <p className="actions">
        {isNarrowed && (
          <A className="button quiet" to={path}>
            All {words.many.toLowerCase()}
          </A>
        )}
        {q !== '' && (
          <A className="button quiet" to={`/hub/search${writeListQuery({ q })}`}>
            Search everything
          </A>
        )}
        <A className="button quiet" to={words.create}>
          Create a {words.one.toLowerCase()}
        </A>
      </p>
    </div>
  );
}

function countSentence({ one, many }: { one: string; many: string }, total: number, q: string): string {
  const what = total === 1 ? one.toLowerCase() : many.toLowerCase();
  return q === '' ? `${total.toLocaleString('en')} ${what}` : `${total.toLocaleString('en')} ${what} for “${q}”`;
}

function named(
  facets: readonly { value: string; count: number }[],
  toName: (value: string) => string = (value) => value,
): Record<string, string> {
  return Object.fromEntries(facets.map(({ value, count }) => [value, `${toName(value)} (${String(count)})`]));
}

/** A language in English; its tag if it has no known name. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
