import {
  inboxListResponseSchema,
  labelListResponseSchema,
  widgetListResponseSchema,
  type InboxItem,
} from '@sotto/hub-api';
import type { PageRequest, Route } from '../../site/route';
import { Island } from '../../site/Island';
import { A, useSite } from '../../site/SiteContext';
import { accountPage, ownRoute } from '../pages/accountPage';
import { personOf } from '../pages/Contact';
import { Ago } from '../pages/Moment';
import { VoteCount } from '../pages/Votes';
import { InboxFilters, isFiltered, type InboxQuery } from './InboxFilters';

/** Conversations per page. */
const SHOWN = 50;
const DAY_MS = 86_400_000;

export const STATE_NAMES = { open: 'Open', waiting: 'Waiting for you', solved: 'Solved' } as const;
const SPEAKERS = { visitor: '', bot: 'Bot: ', person: 'You: ' } as const;

/** /inbox: the conversations of visitors, most recently active first, with search and filters. */
export const inboxRoute: Route = ownRoute({
  path: '/inbox',
  async show(request) {
    const query = readQuery(request);
    const [{ items, cursor }, widgets, labels] = await Promise.all([
      request.hub.get('/inbox/list', inboxListResponseSchema, toApiQuery(query)),
      request.hub.get('/integration/widget/list', widgetListResponseSchema, { take: 100 }),
      request.hub.get('/label/list', labelListResponseSchema, { take: 100 }),
    ]);
    const names = new Map(widgets.items.map(({ id, name }) => [id, name || 'Untitled widget']));
    return accountPage(request, {
      title: 'Inbox',
      body: (
        <div className="inbox">
          <p className="eyebrow">
            <A to="/overview">Overview</A> › Inbox
          </p>
          <h1>Inbox</h1>
          <InboxFilters query={query} names={names} labels={labels.items} />
          <Island name="inbox" when="load" props={{ isNewest: query.cursor === undefined, base: request.href('') }}>
            <div data-live aria-busy="false">
              {items.length === 0 ? (
                <Empty query={query} hasWidgets={names.size > 0} />
              ) : (
                <ul className="inbox-list" aria-label="Conversations">
                  {items.map((item) => (
                    <Row key={item.id} item={item} widget={names.get(item.widgetId)} now={Date.now()} />
                  ))}
                </ul>
              )}
            </div>
            <p className="visually-hidden" role="status" data-live-status />
          </Island>
          <Pages query={query} next={cursor} />
          <p className="inbox-notify">
            <button className="button quiet small" type="button" data-notify hidden>
              Notify me here when a visitor asks for a person
            </button>
          </p>
          <p className="quiet small inbox-keys">
            Keys: <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>e</kbd> mark as solved,{' '}
            <kbd>r</kbd> reply, <kbd>/</kbd> search
          </p>
        </div>
      ),
    });
  },
});

function readQuery({ url }: PageRequest): InboxQuery {
  const read = (name: string): string | undefined => url.searchParams.get(name)?.trim() || undefined;
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === read(name));
  const day = (name: string): string | undefined =>
    /^\d{4}-\d\d-\d\d$/.test(read(name) ?? '') && !Number.isNaN(Date.parse(read(name) ?? '')) ? read(name) : undefined;
  return {
    search: read('search')?.slice(0, 200),
    widget: read('widget'),
    label: read('label'),
    state: oneOf('state', ['open', 'waiting', 'solved']),
    vote: oneOf('vote', ['up', 'down']),
    contact: oneOf('contact', ['true', 'false']),
    from: day('from'),
    to: day('to'),
    cursor: read('cursor'),
  };
}

/** Days are those of UTC: the server renders the page and has no access to the reader's time zone. */
function toApiQuery({ search, widget, label, state, vote, contact, from, to, cursor }: InboxQuery) {
  return {
    take: SHOWN,
    search,
    widgetId: widget,
    labelId: label,
    state,
    vote,
    hasContact: contact,
    from: from && Date.parse(from),
    to: to && Date.parse(to) + DAY_MS,
    cursor,
  };
}

function Row({ item, widget, now }: { item: InboxItem; widget: string | undefined; now: number }) {
  const person = personOf(item.contact);
  return (
    <li data-state={item.state} data-unread={item.isUnread || undefined}>
      <A to={`/conversations/${item.id}`} className="inbox-row">
        <span className="inbox-first" dir="auto">
          {item.isUnread && <span className="visually-hidden">Unread: </span>}
          {item.firstText?.trim() || 'Without words'}
        </span>
        {item.lastText !== null && item.lastText !== item.firstText && (
          <span className="inbox-last" dir="auto">
            {item.lastSpeaker && SPEAKERS[item.lastSpeaker]}
            {toPlain(item.lastText)}
          </span>
        )}
      </A>
      <p className="inbox-facts">
        {item.state !== 'open' && <span className={`state state-${item.state}`}>{STATE_NAMES[item.state]}</span>}
        {item.agent && (
          <span className="state state-agent">
            <bdi>{item.agent.name}</bdi> answers
          </span>
        )}
        {item.labels.map(({ id, name }) => (
          <bdi key={id} className="state">
            {name}
          </bdi>
        ))}
        <VoteCount {...item.votes} />
        <bdi>{person ?? 'Visitor'}</bdi>
        <bdi>{widget ?? 'A widget'}</bdi>
        {item.page !== null && (
          <bdi className="inbox-page" dir="ltr">
            {item.page}
          </bdi>
        )}
        <Ago at={item.lastActivityAt} now={now} />
      </p>
    </li>
  );
}

/** One line of a message as plain text. */
function toPlain(text: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*\*|__|`+|^#{1,6} |^> /gm, '');
}

function Empty({ query, hasWidgets }: { query: InboxQuery; hasWidgets: boolean }) {
  if (query.cursor !== undefined) return <p className="quiet">There are no older conversations.</p>;
  if (isFiltered(query))
    return (
      <p className="quiet">
        No conversation matches. <A to="/inbox">Show all</A>
      </p>
    );
  if (hasWidgets)
    return <p className="quiet">No conversations yet. Everything visitors ask in your widgets is listed here.</p>;
  return (
    <p className="quiet">
      You have no widget yet. <A to="/integrations/widget/new">Create one</A>, and everything visitors ask is listed
      here.
    </p>
  );
}

/** Links to the newest and to older conversations. */
function Pages({ query, next }: { query: InboxQuery; next: string | null }) {
  const { href } = useSite();
  if (query.cursor === undefined && next === null) return null;
  const address = (cursor: string | undefined): string => {
    const given = Object.entries({ ...query, cursor }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return href(given.length === 0 ? '/inbox' : `/inbox?${new URLSearchParams(given).toString()}`);
  };
  return (
    <nav className="pages" aria-label="Pages">
      {query.cursor !== undefined && <a href={address(undefined)}>Newest</a>}
      {next !== null && (
        <a href={address(next)} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}
