import type { Card, HubItem, RatingSummary } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath } from '../site/hubTypes';

/** A path of the site with its origin. */
type Absolute = (path: string) => string;

/** Breadcrumbs of a page, starting with the Hub [H-6]. */
export function breadcrumbs(trail: readonly { name: string; path?: string }[], absolute: Absolute): JsonObject {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path !== undefined && { item: absolute(path) }),
    })),
  };
}

/** A list of items. */
export function listJsonLd({
  name,
  path,
  items,
  absolute,
}: {
  name: string;
  path: string;
  items: readonly Card[];
  absolute: Absolute;
}): JsonObject {
  const itemListElement = items.map((item, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: itemName(item),
    url: absolute(itemPath(item)),
  }));
  return {
    '@type': 'CollectionPage',
    name,
    url: absolute(path),
    mainEntity: { '@type': 'ItemList', numberOfItems: items.length, itemListElement },
  };
}

/**
 * An item as a free software application (hub.md 7) [H-6].
 *
 * @param rating - what the page shows; undefined: the page shows none, so it is omitted
 */
export function applicationJsonLd(
  { item, page }: HubItem,
  rating: { value: number; count: number } | undefined,
  absolute: Absolute,
): JsonObject {
  const path = itemPath(item);
  const { clones, tries } = item.counters;
  const abilities = (item.skillset?.abilities ?? []).map((ability) => ability.name).filter((name) => name !== '');
  const counters: Json[] = [
    ...(tries > 0
      ? [
          {
            '@type': 'InteractionCounter',
            interactionType: 'https://schema.org/UseAction',
            userInteractionCount: tries,
          },
        ]
      : []),
    ...(clones > 0
      ? [
          {
            '@type': 'InteractionCounter',
            interactionType: 'https://schema.org/DownloadAction',
            userInteractionCount: clones,
          },
        ]
      : []),
  ];
  return {
    '@type': 'SoftwareApplication',
    name: itemName(item),
    description: itemDescription(item),
    url: absolute(path),
    image: absolute(`${path}/card`),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    offers: { '@type': 'Offer', price: '0.00', priceCurrency: 'USD' },
    ...(item.user && {
      author: { '@type': 'Person', name: item.user.name, url: absolute(`/hub/users/${item.user.id}`) },
    }),
    datePublished: toDate(item.createdAt),
    dateModified: toDate(item.updatedAt),
    softwareVersion: String(item.version),
    ...(item.licence !== '' && { license: item.licence }),
    ...(abilities.length > 0 && { featureList: abilities }),
    ...(page.keywords.length > 0 && { keywords: page.keywords.join(', ') }),
    ...(item.clonedFrom?.name != null && {
      isBasedOn: absolute(itemPath({ type: item.type, id: item.clonedFrom.id, slug: item.clonedFrom.slug })),
    }),
    ...(counters.length > 0 && { interactionStatistic: counters }),
    ...(rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.value,
        ratingCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

/** Minimum number of ratings to show a mean (hub.md 4). */
export const RATINGS_SHOWN_FROM = 5;
/** The specification's fixed rating, if the operator configures it. */
const FIXED_RATING = 4.7;

/**
 * The rating that the page and its structured data show; undefined: none. With `fixed` it is the specification's, with
 * the number of people who tried or copied the item as its count.
 */
export function shownRating(
  mode: 'visitors' | 'fixed',
  summary: RatingSummary | null,
  counters: { clones: number; tries: number },
): { value: number; count: number } | undefined {
  if (mode === 'fixed') {
    const count = counters.clones + counters.tries;
    return count === 0 ? undefined : { value: FIXED_RATING, count };
  }
  return summary && summary.count >= RATINGS_SHOWN_FROM ? { value: summary.average, count: summary.count } : undefined;
}

/** Breadcrumbs of an item's page. */
export function itemTrail(item: HubItem['item']): { name: string; path?: string }[] {
  const words = HUB_TYPE_WORDS[item.type];
  return [{ name: 'Hub', path: '/hub' }, { name: words.many, path: `/hub/${words.plural}` }, { name: itemName(item) }];
}

function toDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
