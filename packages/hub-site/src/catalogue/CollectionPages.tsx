import { hubCollectionListSchema, hubCollectionSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { breadcrumbs, listJsonLd } from '../head/structuredData';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';
import { ItemGrid } from '../shell/ItemGrid';

const DESCRIPTION = 'Items chosen by the operators of this Hub, each with a note on why it is here.';

/** Addresses: /hub/collections and /hub/collections/{slug} */
export const collectionRoutes: readonly Route[] = [
  {
    path: '/hub/collections',
    async show({ hub }) {
      const { items } = await hub.get('/hub/collection/list', hubCollectionListSchema, { take: 100 });
      return {
        shell: 'hub',
        head: { title: 'Collections | Hub', description: DESCRIPTION, canonical: '/hub/collections' },
        body: <CollectionList items={items} />,
      };
    },
  },
  {
    path: '/hub/collections/:slug',
    async show({ hub, params, absolute }) {
      const collection = await hub.get(
        `/hub/collection/${encodeURIComponent(params['slug'] ?? '')}/fetch`,
        hubCollectionSchema,
      );
      const path = `/hub/collections/${collection.slug}`;
      const graph = [
        breadcrumbs(
          [
            { name: 'Hub', path: '/hub' },
            { name: 'Collections', path: '/hub/collections' },
            { name: collection.title },
          ],
          absolute,
        ),
        listJsonLd({ name: collection.title, path, items: collection.items.map(({ card }) => card), absolute }),
      ];
      return {
        shell: 'hub',
        head: { title: `${collection.title} | Hub`, description: collection.description, canonical: path, graph },
        body: <Collection collection={collection} />,
      };
    },
  },
];

/** Collections as cards. */
export function CollectionCards({ items }: { items: v.InferOutput<typeof hubCollectionListSchema>['items'] }) {
  return (
    <ul className="collection-row">
      {items.map(({ slug, title, description, count, icons }) => (
        <li key={slug}>
          <A className="collection-card" to={`/hub/collections/${slug}`}>
            <span className="collection-icons" aria-hidden="true">
              {icons.join(' ')}
            </span>
            <strong>{title}</strong>
            <span className="quiet">{description}</span>
            <span className="quiet small">
              {count} {count === 1 ? 'item' : 'items'}
            </span>
          </A>
        </li>
      ))}
    </ul>
  );
}

function CollectionList({ items }: { items: v.InferOutput<typeof hubCollectionListSchema>['items'] }) {
  return (
    <div className="column hub-page">
      <header className="page-head">
        <h1>Collections</h1>
        <p className="lead">{DESCRIPTION}</p>
      </header>
      {items.length > 0 ? (
        <CollectionCards items={items} />
      ) : (
        <p className="quiet">
          There are no collections yet. <A to="/hub">Browse everything</A>
        </p>
      )}
    </div>
  );
}

function Collection({ collection }: { collection: v.InferOutput<typeof hubCollectionSchema> }) {
  return (
    <div className="column hub-page">
      <header className="page-head">
        <p className="eyebrow">
          <A to="/hub/collections">Collection</A>
        </p>
        <h1>{collection.title}</h1>
        <p className="lead">{collection.description}</p>
      </header>
      {collection.items.length === 0 && (
        <p className="quiet">
          Nothing in it is public at the moment. <A to="/hub">Browse everything</A>
        </p>
      )}
      <ItemGrid
        items={collection.items.map(({ card }) => card)}
        notes={collection.items.map(({ note }) => note)}
        showsType
        level={2}
      />
    </div>
  );
}
