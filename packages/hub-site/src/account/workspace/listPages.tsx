import {
  blueprintListResponseSchema,
  botListResponseSchema,
  datasetListResponseSchema,
  skillsetListResponseSchema,
  widgetListResponseSchema,
  widgetSiteListResponseSchema,
  type HubType,
} from '@sotto/hub-api';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Ago } from '../pages/Moment';
import { Tile } from '../../shell/Tile';
import type { PageRequest, Route } from '../../site/route';
import { A, useSite } from '../../site/SiteContext';
import { installationText } from '../pages/installationText';

/** Entries per page. */
const SHOWN = 50;

/** The texts of the list of each kind, and its path in the API. */
const LISTS = {
  bot: {
    path: '/bots',
    api: '/bot/list',
    schema: botListResponseSchema,
    title: 'Bots',
    create: 'New bot',
    lead: 'A bot answers in your widgets.',
    more: 'Its backstory defines who it is, its knowledge is where it looks up answers, and its abilities are what it can do.',
  },
  dataset: {
    path: '/datasets',
    api: '/dataset/list',
    schema: datasetListResponseSchema,
    title: 'Knowledge',
    create: 'New knowledge base',
    lead: 'Knowledge is what a bot can look up.',
    more: 'It searches these documents before it answers, and cites its sources.',
  },
  skillset: {
    path: '/skillsets',
    api: '/skillset/list',
    schema: skillsetListResponseSchema,
    title: 'Abilities',
    create: 'New ability set',
    lead: 'Abilities are what a bot can do.',
    more: 'Each one looks something up or does something in another system, such as finding an order.',
  },
  widget: {
    path: '/integrations/widget',
    api: '/integration/widget/list',
    schema: widgetListResponseSchema,
    title: 'Widgets',
    create: 'New widget',
    lead: 'A widget puts a bot on your site with one line of code.',
    more: 'It has its own look, words and rules; several widgets can share one bot.',
  },
  blueprint: {
    path: '/blueprints',
    api: '/blueprint/list',
    schema: blueprintListResponseSchema,
    title: 'Blueprints',
    create: 'New blueprint',
    lead: 'Blueprints show how the parts work together.',
    more: 'Publish one on the Hub so that others can build the same.',
  },
} as const satisfies Record<HubType, object>;

const VISIBILITY_NAMES = { private: 'Private', protected: 'Protected', public: 'Public' } as const;

/** /bots, /datasets, /skillsets, /integrations/widget and /blueprints: everything of one kind, newest first. */
export const workspaceListRoutes: readonly Route[] = (Object.keys(LISTS) as HubType[]).map(listRoute);

function listRoute(type: HubType): Route {
  const { path, title, create, lead, more } = LISTS[type];
  return ownRoute({
    path,
    async show(request) {
      const cursor = request.url.searchParams.get('cursor') ?? undefined;
      const { items, next } = await readList(request, type, cursor);
      const isEmpty = items.length === 0 && cursor === undefined;
      return accountPage(request, {
        title,
        body: (
          <>
            <header className="page-head">
              <h1>{title}</h1>
              {!isEmpty && (
                <A className="button small" to={`${path}/new`}>
                  {create}
                </A>
              )}
            </header>
            {isEmpty ? (
              <div className="empty-state">
                <p>
                  {lead} <span className="quiet">{more}</span>
                </p>
                <A className="button" to={`${path}/new`}>
                  {create}
                </A>
              </div>
            ) : (
              <>
                <p className="lead small">
                  {lead} {more}
                </p>
                <ul className="item-list tiles">
                  {items.map((item) => (
                    <li key={item.id}>
                      <Tile item={{ type, id: item.id, icon: item.icon }} size="small" />
                      <A to={`${path}/${item.id}`}>
                        <bdi>{item.name || 'Without name'}</bdi>
                      </A>
                      <span className="quiet">
                        {item.place ?? VISIBILITY_NAMES[item.visibility]} · <Ago at={item.updatedAt} now={Date.now()} />
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <ListPages path={path} cursor={cursor} next={next} />
          </>
        ),
      });
    },
  });
}

interface ListedItem {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly visibility: keyof typeof VISIBILITY_NAMES;
  readonly updatedAt: number;
  /** Sites that have loaded a widget. */
  readonly place?: string;
}

async function readList(
  { hub }: PageRequest,
  type: HubType,
  cursor: string | undefined,
): Promise<{ items: readonly ListedItem[]; next: string | null }> {
  const { api, schema } = LISTS[type];
  const { items, cursor: next } = await hub.get(api, schema, { take: SHOWN, cursor });
  if (type !== 'widget') return { items, next };
  const places = await Promise.all(
    items.map(({ id }) =>
      hub.get(`/integration/widget/${id}/site/list`, widgetSiteListResponseSchema, { take: SHOWN }),
    ),
  );
  const now = Date.now();
  return {
    items: items.map((item, index) => ({ ...item, place: installationText(places[index]?.items ?? [], now) })),
    next,
  };
}

/** Links to the newest and older entries. `query`: other parameters to keep. */
export function ListPages({
  path,
  cursor,
  next,
  query = {},
  labels: [first, more] = ['Newest', 'Older'],
}: {
  path: string;
  cursor: string | undefined;
  next: string | null;
  query?: Record<string, string>;
  /** Words for the first page and for the next one. */
  labels?: readonly [first: string, more: string];
}) {
  const { href } = useSite();
  if (cursor === undefined && next === null) return null;
  const addressOf = (fields: Record<string, string>): string => {
    const words = new URLSearchParams(fields).toString();
    return href(words === '' ? path : `${path}?${words}`);
  };
  return (
    <nav className="pages" aria-label="Pages">
      {cursor !== undefined && <a href={addressOf(query)}>{first}</a>}
      {next !== null && (
        <a href={addressOf({ ...query, cursor: next })} rel="next">
          {more}
        </a>
      )}
    </nav>
  );
}
