import { cardListSchema, HUB_TYPES, hubCollectionListSchema, type Card, type HubType } from '@sotto/hub-api';
import type * as v from 'valibot';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';
import { HUB_TYPE_WORDS } from '../site/hubTypes';
import { UNKEPT_HEADERS } from '../pages/FailurePage';
import { CollectionCards } from './CollectionPages';
import { ItemGrid } from '../shell/ItemGrid';

/** Items of each kind on the Hub's start page. */
const SHOWN = 6;

/**
 * Address: /hub. A list that cannot be loaded does not affect the others: its row shows the failure, and the page has
 * status 503 and is not cached.
 */
export const hubHomeRoute: Route = {
  path: '/hub',
  async show({ hub }) {
    const [[collections], lists] = await Promise.all([
      Promise.allSettled([hub.get('/hub/collection/list', hubCollectionListSchema, { take: 100 })]),
      Promise.allSettled(
        HUB_TYPES.map((type) => hub.get(`/hub/${type}/list`, cardListSchema, { sort: 'trending', take: SHOWN })),
      ),
    ]);
    const failures = [collections, ...lists].filter((list) => list.status === 'rejected');
    if (failures.length > lists.length) throw failures[0]?.reason;
    const rows = HUB_TYPES.map((type, index) => ({ type, ...readList(lists[index]) }));
    const description =
      'Skillsets, bots, datasets, widgets and blueprints that people share: try them in a chat, read how they work, and make them yours.';
    return {
      shell: 'hub',
      ...(failures.length > 0 && { status: 503, headers: UNKEPT_HEADERS }),
      head: {
        title: 'Hub | Sotto',
        description,
        canonical: '/hub',
        alternates: [{ type: 'application/atom+xml', path: '/hub/feed.xml', title: 'Newest on the Hub' }],
      },
      body: (
        <HubHome
          description={description}
          rows={rows}
          collections={collections.status === 'fulfilled' ? collections.value.items : undefined}
        />
      ),
    };
  },
};

/** Items of one kind; undefined if they could not be loaded. */
interface Row {
  readonly items: readonly Card[] | undefined;
  readonly total: number;
}

function readList(list: PromiseSettledResult<v.InferOutput<typeof cardListSchema>> | undefined): Row {
  return list?.status === 'fulfilled'
    ? { items: list.value.items, total: list.value.total }
    : { items: undefined, total: 0 };
}

interface HubHomeProps {
  readonly description: string;
  readonly rows: readonly (Row & { readonly type: HubType })[];
  /** Undefined if they could not be loaded. */
  readonly collections: v.InferOutput<typeof hubCollectionListSchema>['items'] | undefined;
}

function HubHome({ description, rows, collections }: HubHomeProps) {
  return (
    <div className="column hub-page">
      <header className="page-head">
        <h1>Building blocks for your bot</h1>
        <p className="lead">{description}</p>
      </header>
      {collections === undefined && (
        <p className="empty-row" role="status">
          The collections could not be loaded. <a href="">Try again</a>
        </p>
      )}
      {collections !== undefined && collections.length > 0 && <CollectionCards items={collections} />}
      {rows.map(({ type, items, total }) => (
        <TypeRow key={type} type={type} items={items} total={total} />
      ))}
    </div>
  );
}

function TypeRow({ type, items, total }: Row & { readonly type: HubType }) {
  const { many, plural, meaning, one, create } = HUB_TYPE_WORDS[type];
  return (
    <section>
      <header className="row-head">
        <h2>{many}</h2>
        {items !== undefined && total > items.length && <A to={`/hub/${plural}`}>All {total}</A>}
        <p>{meaning}</p>
      </header>
      {items === undefined && (
        <p className="empty-row" role="status">
          The {plural.replaceAll('-', ' ')} could not be loaded. <a href="">Try again</a>
        </p>
      )}
      {items !== undefined && items.length > 0 && <ItemGrid items={items} />}
      {items?.length === 0 && (
        <p className="empty-row">
          None shared yet. <A to={create}>Make the first {one.toLowerCase()}</A>
        </p>
      )}
    </section>
  );
}
