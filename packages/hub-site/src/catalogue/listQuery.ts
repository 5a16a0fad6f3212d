import { cutText } from '@sotto/widget-core/internal/server';
import type { HubSort } from '@sotto/hub-api';

/**
 * Filters and sort order of a list. All of them are in the address, so that a list can be shared and works without
 * scripts.
 */
export interface ListQuery {
  readonly q: string;
  readonly tag: string;
  readonly language: string;
  readonly licence: string;
  /** Days; empty for any time. */
  readonly updated: string;
  readonly sort: HubSort | '';
  readonly page: number;
}

/** Sort orders, in menu order. */
export const SORT_LABELS: Readonly<Partial<Record<HubSort, string>>> = {
  trending: 'Trending',
  newest: 'Newest',
  cloned: 'Most cloned',
  rated: 'Best rated',
  updated: 'Recently changed',
};
/** Maximum ages, in days. */
export const UPDATED_LABELS: Readonly<Record<string, string>> = {
  '7': 'This week',
  '30': 'This month',
  '365': 'This year',
};

/** Reads the query of a list; unsupported parameters are dropped. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const text = (name: string, max: number): string => cutText((query.get(name) ?? '').trim(), max);
  const sort = text('sort', 20);
  const updated = text('updated', 4);
  const page = Number(query.get('page') ?? '1');
  return {
    q: text('q', 200),
    tag: text('tag', 40),
    language: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(text('language', 35)) ? text('language', 35) : '',
    licence: text('licence', 60),
    updated: updated in UPDATED_LABELS ? updated : '',
    sort: sort === 'relevance' || sort in SORT_LABELS ? (sort as HubSort) : '',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

/** The query string, without defaults. */
export function writeListQuery(query: Partial<ListQuery>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === '' || (name === 'page' && value === 1) ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
