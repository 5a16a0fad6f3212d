import { cardListSchema, HUB_TYPES, type Card, type HubType } from '@sotto/hub-api';
import type { HubClient } from '../site/hubClient';

/** Maximum number of suggested items and tags. */
const ITEMS_MAX = 6;
const TAGS_MAX = 12;

/** Suggestions for a search without results. */
export interface Suggestions {
  readonly items: readonly Card[];
  /** Tags of public items, most frequent first. */
  readonly tags: readonly string[];
}

/** Trending items and frequent tags of these kinds; empty if they cannot be loaded. */
export async function readSuggestions(hub: HubClient, types: readonly HubType[] = HUB_TYPES): Promise<Suggestions> {
  const take = Math.ceil(ITEMS_MAX / types.length);
  const lists = await Promise.all(
    types.map((type) =>
      hub.get(`/hub/${type}/list`, cardListSchema, { sort: 'trending', take }).catch(() => undefined),
    ),
  );
  const found = lists.flatMap((list) => list ?? []);
  const counts = new Map<string, number>();
  for (const { value, count } of found.flatMap(({ facets }) => facets.tags))
    counts.set(value, (counts.get(value) ?? 0) + count);
  return {
    items: found.flatMap(({ items }) => items).slice(0, ITEMS_MAX),
    tags: [...counts]
      .sort(([a, many], [b, more]) => more - many || a.localeCompare(b))
      .slice(0, TAGS_MAX)
      .map(([tag]) => tag),
  };
}
