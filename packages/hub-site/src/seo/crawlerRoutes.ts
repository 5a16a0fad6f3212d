import {
  cardListSchema,
  HUB_TYPES,
  hubCollectionListSchema,
  hubIndexSchema,
  hubItemSchema,
  type Card,
  type HubType,
} from '@sotto/hub-api';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath, personName } from '../site/hubTypes';
import type { DocsLibrary } from '../docs/docsLibrary';
import { escapeHtml } from '../docs/renderUserMarkdown';
import { docsTextRoutes, FULL_TEXT_PATH, readersDocs } from './docsTexts';
import { allSiteLinks } from '../shell/siteLinks';
import { ApiFailure } from '../site/hubClient';
import type { PageRequest, Route } from '../site/route';

/** Entries per feed. */
const FEED_MAX = 30;
/** Paths excluded from search engines: pages behind sign-in, and pages not worth finding. */
const PRIVATE_PATHS = [
  '/overview',
  '/inbox',
  '/insights',
  '/contacts',
  '/install',
  '/account',
  '/settings',
  '/usage',
  '/skillsets',
  '/abilities',
  '/bots',
  '/datasets',
  '/knowledge',
  '/blueprints',
  '/integrations/widget',
  '/playground',
  '/signin',
  '/conversations',
  '/changelog/bar',
  '/docs/search',
  '/docs/search.json',
];

/**
 * Routes for programs: feeds, sitemaps, oEmbed, and the site as text. @param paths - the site's own pages @param docs
 * - the documentation
 */
export function crawlerRoutes(paths: readonly string[], docs: DocsLibrary): Route[] {
  const pages = [...new Set([...paths, ...allSiteLinks()])].filter(
    (path) => !path.includes(':') && !PRIVATE_PATHS.some((each) => path === each || path.startsWith(`${each}/`)),
  );
  return [
    {
      path: '/hub/feed.xml',
      show: async (request) =>
        feed(
          request,
          'Newest on the Hub',
          '/hub',
          '/hub/feed.xml',
          (await Promise.all(HUB_TYPES.map((type) => newest(request, type)))).flat(),
        ),
    },
    ...HUB_TYPES.map((type): Route => {
      const { plural, many } = HUB_TYPE_WORDS[type];
      return {
        path: `/hub/${plural}/feed.xml`,
        show: async (request) =>
          feed(
            request,
            `Latest ${many.toLowerCase()}`,
            `/hub/${plural}`,
            `/hub/${plural}/feed.xml`,
            await newest(request, type),
          ),
      };
    }),
    { path: '/robots.txt', show: robots },
    {
      path: '/sitemap.xml',
      show: ({ absolute }) =>
        xml(
          `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\
${['pages', ...HUB_TYPES.map((type) => HUB_TYPE_WORDS[type].plural)]
  .map(
    (name) => `<sitemap><loc>\
${escapeHtml(absolute(`/sitemaps/${name}.xml`))}</loc></sitemap>`,
  )
  .join('')}</sitemapindex>`,
        ),
    },
    {
      path: '/sitemaps/pages.xml',
      show: ({ absolute }) => xml(urlSet(pages.map((path) => ({ address: absolute(path) })))),
    },
    ...HUB_TYPES.map((type): Route => ({
      path: `/sitemaps/${HUB_TYPE_WORDS[type].plural}.xml`,
      show: (request) => sitemap(request, type),
    })),
    { path: '/oembed', show: oEmbed },
    { path: '/llms.txt', show: (request) => llms(request, docs) },
    ...docsTextRoutes(docs),
  ];
}

async function newest({ hub }: PageRequest, type: HubType): Promise<Card[]> {
  return (await hub.get(`/hub/${type}/list`, cardListSchema, { sort: 'newest', take: FEED_MAX })).items;
}

/** Atom, newest first. */
function feed({ absolute }: PageRequest, title: string, page: string, self: string, items: readonly Card[]): Response {
  const sorted = [...items].sort((a, b) => b.createdAt - a.createdAt).slice(0, FEED_MAX);
  const updated = new Date(Math.max(0, ...sorted.map((item) => item.updatedAt))).toISOString();
  const entries = sorted.map((item) => {
    const address = escapeHtml(absolute(itemPath(item)));
    const author = item.user ? `<author><name>${escapeHtml(personName(item.user))}</name></author>` : '';
    return (
      `<entry><title>${escapeHtml(itemName(item))}</title><link ` +
      `href="${address}"/><id>\
${address}</id><published>${new Date(item.createdAt).toISOString()}</published><updated>\
${new Date(item.updatedAt).toISOString()}</updated>${author}<summary>${escapeHtml(itemDescription(item))}</summary></entry>`
    );
  });
  return xml(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeHtml(title)}</title><id>${escapeHtml(absolute(page))}</id><link ` +
      `href="${escapeHtml(absolute(page))}"/><link rel="self" ` +
      `href="${escapeHtml(absolute(self))}"/><updated>${updated}</updated>${entries.join('')}</feed>`,
    'application/atom+xml',
  );
}

function robots({ absolute, href }: PageRequest): Response {
  const closed = ['/api/', '/v1/', '/conversations/', '/playground', '/signin', '/overview', '/usage'].map(
    (path) => `Disallow: ${href(path)}`,
  );
  return text(`User-agent: *\n${closed.join('\n')}\n\nSitemap: ${absolute('/sitemap.xml')}\n`, 'text/plain');
}

async function sitemap({ hub, absolute }: PageRequest, type: HubType): Promise<Response> {
  const { items } = await hub.get(`/hub/${type}/index`, hubIndexSchema);
  return xml(
    urlSet(items.map((item) => ({ address: absolute(itemPath({ ...item, type })), changed: item.updatedAt }))),
  );
}

function urlSet(urls: readonly { address: string; changed?: number }[]): string {
  const entries = urls.map(
    ({ address, changed }) =>
      `<url><loc>${escapeHtml(address)}</loc>${changed === undefined ? '' : `<lastmod>${new Date(changed).toISOString()}</lastmod>`}</url>`,
  );
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

/** oEmbed response for an item's page (oEmbed 1.0, type link). */
async function oEmbed({ url, hub, absolute }: PageRequest): Promise<Response> {
  const address = url.searchParams.get('url') ?? '';
  const path = address.startsWith(absolute('/')) ? address.slice(absolute('').length).split(/[?#]/)[0] : '';
  const type = HUB_TYPES.find((each) => path?.startsWith(`/hub/${HUB_TYPE_WORDS[each].plural}/`));
  const key = path?.split('/')[3];
  if (type === undefined || key === undefined) throw new ApiFailure('NOT_FOUND', 'There is no card for this address');
  const { item } = await hub.get(`/hub/${type}/${encodeURIComponent(key)}/fetch`, hubItemSchema);
  const card = {
    version: '1.0',
    type: 'link',
    title: itemName(item),
    author_name: item.user?.name,
    author_url: item.user ? absolute(`/hub/users/${item.user.id}`) : undefined,
    provider_name: 'Sotto Hub',
    provider_url: absolute('/hub'),
    thumbnail_url: absolute(`${itemPath(item)}/card`),
    thumbnail_width: 1200,
    thumbnail_height: 630,
  };
  return text(JSON.stringify(card), 'application/json');
}

/** The site as one text for language models (llmstxt.org). */
async function llms({ hub, absolute }: PageRequest, docs: DocsLibrary): Promise<Response> {
  const [collections, ...lists] = await Promise.all([
    hub.get('/hub/collection/list', hubCollectionListSchema, { take: 100 }),
    ...HUB_TYPES.map((type) => hub.get(`/hub/${type}/list`, cardListSchema, { take: 20 })),
  ]);
  const line = (name: string, path: string, note: string): string =>
    `- [${name.replaceAll(/[[\]\n]/g, ' ')}](${absolute(path)}): ${note.replaceAll(/\s+/g, ' ')}`;
  const parts = [
    '# Sotto',
    '> An embeddable AI chat widget with the server behind it and a Hub of building blocks for bots. ' +
      'Every page of the Hub also exists as markdown (`.md` behind its address) and as JSON (`.json`), ' +
      'every page of the documentation as markdown.',
    `## Documentation\n\n` +
      [
        line('All pages in one text', FULL_TEXT_PATH, 'the whole documentation as Markdown'),
        ...readersDocs(docs).map(({ title, markdownPath, summary }) => line(title, markdownPath, summary)),
        line('OpenAPI', '/v1/openapi.json', 'the API for programs'),
      ].join('\n'),
    ...HUB_TYPES.map(
      (type, index) =>
        `## ${HUB_TYPE_WORDS[type].many}\n\n` +
        (lists[index]?.items ?? [])
          .map((item) => line(itemName(item), `${itemPath(item)}.md`, itemDescription(item)))
          .join('\n'),
    ),
    `## Collections\n\n${collections.items.map(({ title, slug, description }) => line(title, `/hub/collections/${slug}`, description)).join('\n')}`,
  ];
  return text(`${parts.join('\n\n')}\n`, 'text/plain');
}

function xml(body: string, type = 'application/xml'): Response {
  return text(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, type);
}

function text(body: string, type: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=600' },
  });
}
