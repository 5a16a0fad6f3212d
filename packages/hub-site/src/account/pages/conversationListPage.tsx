import { conversationListResponseSchema, widgetListResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { Tile } from '../../shell/Tile';
import type { Route } from '../../site/route';
import { A, useSite } from '../../site/SiteContext';
import { WidgetChoice } from '../forms/WidgetChoice';
import { accountPage, ownRoute } from './accountPage';
import { personOf } from './Contact';
import { Download } from './Download';
import { Ago } from './Moment';
import { VoteCount } from './Votes';

/** Conversations on one page. */
const SHOWN = 50;

type Listed = v.InferOutput<typeof conversationListResponseSchema>['items'][number];

/** /conversations: all of them, a page at a time, of all widgets or of one, with what visitors left as files. */
export const conversationListRoute: Route = ownRoute({
  path: '/conversations',
  async show(request) {
    const query = (name: string): string | undefined => request.url.searchParams.get(name) || undefined;
    const [widgetId, cursor] = [query('widget'), query('cursor')];
    const [{ items, cursor: next }, widgets] = await Promise.all([
      request.hub.get('/conversation/list', conversationListResponseSchema, { take: SHOWN, widgetId, cursor }),
      request.hub.get('/integration/widget/list', widgetListResponseSchema, { take: 100 }),
    ]);
    const names = new Map(widgets.items.map(({ id, name }) => [id, name || 'Untitled widget']));
    return accountPage(request, {
      title: 'Conversations',
      body: (
        <>
          <p className="eyebrow">
            <A to="/overview">Overview</A> › Conversations
          </p>
          <h1>Conversations</h1>
          <div className="list-tools">
            {names.size > 0 && (
              <WidgetChoice id="widget-filter" items={widgets.items} chosen={widgetId ?? ''} all="All widgets" />
            )}
            {items.length > 0 && <Exports widgetId={widgetId} />}
          </div>
          {items.length === 0 ? (
            <p className="quiet">{emptyWords(widgetId, cursor)}</p>
          ) : (
            <ConversationList items={items} names={names} now={Date.now()} />
          )}
          <Pages widgetId={widgetId} cursor={cursor} next={next} />
        </>
      ),
    });
  },
});

/** Conversations with who wrote, where, when, and what they thought of it. */
export function ConversationList({
  items,
  names,
  now,
}: {
  items: readonly Listed[];
  names: ReadonlyMap<string, string>;
  now: number;
}) {
  return (
    <ul className="item-list tiles">
      {items.map(({ id, widgetId, trial, contact, votes, lastActivityAt }) => {
        const place = trial ? `Trial of a ${trial.type}` : (names.get(widgetId) ?? 'A widget');
        const person = personOf(contact);
        return (
          <li key={id}>
            <Tile item={{ type: 'widget', id: widgetId, icon: trial ? '🧪' : '' }} size="small" />
            <A to={`/conversations/${id}`}>
              <bdi>{person ?? place}</bdi>
            </A>
            <span className="quiet">
              <span>
                {person !== undefined && (
                  <>
                    <bdi>{place}</bdi> ·{' '}
                  </>
                )}
                <Ago at={lastActivityAt} now={now} />
              </span>{' '}
              <VoteCount {...votes} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Files of everything, or of what the chosen widget has. */
function Exports({ widgetId }: { widgetId: string | undefined }) {
  const query = widgetId === undefined ? '' : `?widgetId=${encodeURIComponent(widgetId)}`;
  return (
    <div className="exports">
      <span className="quiet">Download</span>
      <Download from={`/v1/contact/export${query}`}>Contacts (CSV)</Download>
      <Download from={`/v1/vote/export${query}`}>Votes (CSV)</Download>
    </div>
  );
}

/** Back to the newest, and on to older ones. */
function Pages({
  widgetId,
  cursor,
  next,
}: {
  widgetId: string | undefined;
  cursor: string | undefined;
  next: string | null;
}) {
  const { href } = useSite();
  if (cursor === undefined && next === null) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {cursor !== undefined && <a href={href(addressOf({ widget: widgetId }))}>Newest</a>}
      {next !== null && (
        <a href={href(addressOf({ widget: widgetId, cursor: next }))} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}

function emptyWords(widgetId: string | undefined, cursor: string | undefined): string {
  if (cursor !== undefined) return 'There are no older ones.';
  return widgetId === undefined
    ? 'No conversations yet. Conversations in your widgets and your own trials are listed here.'
    : 'No messages in this widget yet.';
}

function addressOf(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? '/conversations' : `/conversations?${new URLSearchParams(given).toString()}`;
}
