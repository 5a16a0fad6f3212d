import { cardListSchema, HUB_TYPES, type HubType } from '@sotto/hub-api';
import { redirect, type Page, type PageRequest, type Route } from '../site/route';
import { listJsonLd } from '../head/structuredData';
import { HUB_TYPE_WORDS } from '../site/hubTypes';
import { ListView } from './ListView';
import { readSuggestions } from './suggestions';
import { readListQuery, writeListQuery } from './listQuery';

/** Items per page of a list. */
export const PAGE_SIZE = 24;

/** Addresses: /hub/{kind} and /hub/{kind}/latest */
export const listRoutes: readonly Route[] = HUB_TYPES.flatMap((type) => {
  const path = `/hub/${HUB_TYPE_WORDS[type].plural}`;
  return [
    { path, show: (request: PageRequest) => showList(request, type, false) },
    { path: `${path}/latest`, show: (request: PageRequest) => showList(request, type, true) },
  ];
});

async function showList(
  { url, hub, href, absolute }: PageRequest,
  type: HubType,
  isLatest: boolean,
): Promise<Page | Response> {
  const words = HUB_TYPE_WORDS[type];
  const path = `/hub/${words.plural}${isLatest ? '/latest' : ''}`;
  const read = readListQuery(url.searchParams);
  const query = isLatest ? { ...read, sort: 'newest' as const } : read;
  const { q, tag, language, licence, updated, sort, page } = query;
  const list = await hub.get(`/hub/${type}/list`, cardListSchema, {
    q,
    tag,
    language,
    licence,
    updated,
    sort,
    page,
    take: PAGE_SIZE,
  });
  const pages = Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  const address = (number: number): string =>
    path + writeListQuery({ ...query, ...(isLatest && { sort: '' as const }), page: number });
  if (page > pages) return redirect(href(address(pages)), 307);
  const isNarrowed = q !== '' || tag !== '' || language !== '' || licence !== '' || updated !== '';
  const suggestions = isNarrowed && list.total === 0 ? await readSuggestions(hub, [type]) : undefined;
  const title = isLatest ? `Latest ${words.many.toLowerCase()}` : words.many;
  return {
    shell: 'hub',
    head: {
      title: `${title}${page > 1 ? `, page ${String(page)}` : ''} | Hub`,
      description: words.meaning,
      canonical: page > 1 ? `${path}?page=${String(page)}` : path,
      // Search results are not indexed.
      noindex: isNarrowed,
      previous: page > 1 ? address(page - 1) : undefined,
      next: page < pages ? address(page + 1) : undefined,
      alternates: [
        {
          type: 'application/atom+xml',
          path: `/hub/${words.plural}/feed.xml`,
          title: `Latest ${words.many.toLowerCase()}`,
        },
      ],
      graph: [listJsonLd({ name: title, path, items: list.items, absolute })],
    },
    body: (
      <ListView
        type={type}
        title={title}
        path={path}
        isLatest={isLatest}
        query={query}
        list={list}
        pages={pages}
        address={address}
        suggestions={suggestions}
      />
    ),
  };
}
