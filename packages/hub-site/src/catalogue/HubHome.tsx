import { cardListSchema, HUB_TYPES, hubCollectionListSchema, type Card, type HubType } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';
import { HUB_TYPE_WORDS } from './hubTypes';
import { CollectionCards } from './CollectionPages';
import { ItemGrid } from './ItemGrid';

/** Things of each kind on the first page of the Hub. */
const SHOWN = 6;

/** Address: /hub */
export const hubHomeRoute: Route = {
  path: '/hub',
  async show({ hub }) {
    const [collections, ...lists] = await Promise.all([
      hub.get('/hub/collection/list', hubCollectionListSchema, { take: 100 }),
      ...HUB_TYPES.map((type) => hub.get(`/hub/${type}/list`, cardListSchema, { sort: 'trending', take: SHOWN })),
    ]);
    const rows = HUB_TYPES.map((type, index) => ({ type, items: lists[index]?.items ?? [], total: lists[index]?.total ?? 0 }));
    const description = 'Skillsets, bots, datasets, widgets and blueprints that people share: try them in a chat, read how they work, and make them yours.';
    return {
      shell: 'hub',
      head: { title: 'Hub | Sotto', description, canonical: '/hub', alternates: [{ type: 'application/atom+xml', path: '/hub/feed.xml', title: 'Newest on the Hub' }] },
      body: <HubHome description={description} rows={rows} collections={collections.items} />,
    };
  },
};

interface HubHomeProps {
  readonly description: string;
  readonly rows: readonly { type: HubType; items: readonly Card[]; total: number }[];
  readonly collections: v.InferOutput<typeof hubCollectionListSchema>['items'];
}

function HubHome({ description, rows, collections }: HubHomeProps) {
  return (
    <div className="column hub-page">
      <header className="page-head">
        <h1>Things to build a bot from</h1>
        <p className="lead">{description}</p>
      </header>
      {collections.length > 0 && <CollectionCards items={collections} />}
      {rows.map(({ type, items, total }) => <TypeRow key={type} type={type} items={items} total={total} />)}
    </div>
  );
}

function TypeRow({ type, items, total }: { type: HubType; items: readonly Card[]; total: number }) {
  const { many, plural, meaning, one, create } = HUB_TYPE_WORDS[type];
  return (
    <section>
      <header className="row-head">
        <h2>{many}</h2>
        {total > items.length && <A to={`/hub/${plural}`}>All {total}</A>}
        <p>{meaning}</p>
      </header>
      {items.length > 0 ? <ItemGrid items={items} /> : <p className="empty-row">Nobody has shared one yet. <A to={create}>Make the first {one.toLowerCase()}</A></p>}
    </section>
  );
}
