import { cutText } from '@sotto/widget-core/internal/server';
import { HUB_TYPES, hubItemSchema, ratingListResponseSchema, type HubItem, type HubType } from '@sotto/hub-api';
import type * as v from 'valibot';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath } from '../site/hubTypes';
import { applicationJsonLd, breadcrumbs, itemTrail, shownRating } from '../head/structuredData';
import { redirect, type Page, type PageRequest, type Route } from '../site/route';
import { AbilityList } from './AbilityList';
import { actOnItem } from './itemActs';
import { toMarkdown } from './alternateFormats';
import { Contents } from './Contents';
import { Faq } from './Faq';
import { Hero } from './Hero';
import { IntegrationSteps } from './IntegrationSteps';
import { Related } from './Related';
import { UseCases } from './UseCases';
import { Ratings } from './Ratings';
import { Island } from '../site/Island';
import { useSite } from '../site/SiteContext';

/** Address: /hub/{kind}/{slug or id} */
export const itemRoutes: readonly Route[] = HUB_TYPES.map((type) => ({
  path: `/hub/${HUB_TYPE_WORDS[type].plural}/:key`,
  show: (request) => showItem(request, type),
  act: (request) => (request.form.has('ask') ? showItem(request, type) : actOnItem(request, type)),
}));

async function showItem(
  { params, form, hub, href, url, settings, absolute }: PageRequest,
  type: HubType,
): Promise<Page | Response> {
  const [, key = '', ending = ''] = /^(.+?)(\.md|\.json)?$/.exec(params['key'] ?? '') ?? [];
  const data = await hub.get(`/hub/${type}/${encodeURIComponent(key)}/fetch`, hubItemSchema);
  const { item } = data;
  const path = itemPath(item);
  // The canonical address contains the slug.
  if (item.slug !== null && key !== item.slug) return redirect(href(path + ending + url.search), 308);
  if (ending === '.json') return sendAlternateFormat(JSON.stringify(data), 'application/json', absolute(path));
  if (ending === '.md') return sendAlternateFormat(toMarkdown(data, absolute), 'text/markdown', absolute(path));
  const given = item.rating
    ? (await hub.get(`/hub/${type}/${item.id}/rating/list`, ratingListResponseSchema, { take: 10 })).items
    : [];
  const rating = shownRating(settings.rating, item.rating, item.counters);
  const words = HUB_TYPE_WORDS[type];
  const isThin = item.description.trim() === '' || item.skillset?.abilities.length === 0;
  return {
    shell: 'hub',
    head: {
      // Specification 2.1 [H-6].
      title: item.name.trim() === '' ? item.id : item.name,
      description: cutText(itemDescription(item), 300),
      canonical: path,
      noindex: item.visibility !== 'public' || isThin,
      image: { path: `${path}/card`, alt: `${itemName(item)}, a ${words.one.toLowerCase()} on the Hub` },
      graph: [breadcrumbs(itemTrail(item), absolute), applicationJsonLd(data, rating, absolute)],
      alternates: [
        { type: 'text/markdown', path: `${path}.md`, title: 'This page as markdown' },
        { type: 'application/json', path: `${path}.json`, title: 'This page as JSON' },
        {
          type: 'application/json+oembed',
          path: `/oembed?url=${encodeURIComponent(absolute(path))}`,
          title: itemName(item),
        },
      ],
    },
    body: (
      <ItemPage
        data={data}
        rating={rating}
        given={given}
        isReported={url.searchParams.has('reported')}
        question={
          form
            .getAll('ask')
            .map((text) => text.trim())
            .find((text) => text !== '') ?? ''
        }
      />
    ),
  };
}

/** An alternate format of a page, for programs; its `Link` header names the canonical page for search engines. */
function sendAlternateFormat(body: string, type: string, canonical: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      Link: `<${canonical}>; rel="canonical"`,
      'X-Robots-Tag': 'noindex',
      Vary: 'Cookie',
    },
  });
}

interface ItemPageProps {
  readonly data: HubItem;
  readonly rating: { value: number; count: number } | undefined;
  readonly given: v.InferOutput<typeof ratingListResponseSchema>['items'];
  readonly isReported: boolean;
  readonly question: string;
}

/** An item's page: hero, chat, contents, use cases, integration steps, related items, questions [H-1]. */
function ItemPage({ data, rating, given, isReported, question }: ItemPageProps) {
  const { item, page, related, viewer } = data;
  const { href } = useSite();
  return (
    <div className="column hub-page item-page">
      <Island
        name="item"
        when="load"
        props={{ base: href(''), type: item.type, id: item.id, signedIn: viewer.signedIn }}
      />
      {isReported && (
        <p className="page-notice" role="status">
          Thank you. The operators of this Hub will look at it.
        </p>
      )}
      {item.takenDown !== undefined && (
        <p className="page-notice refused" role="note">
          The operators of this Hub took this down: <span dir="auto">{item.takenDown}</span>. Only you see it.
        </p>
      )}
      <Hero data={data} rating={rating} question={question} />
      <div className="item-sections">
        {item.skillset && item.skillset.abilities.length > 0 && <AbilityList abilities={item.skillset.abilities} />}
        <Contents item={item} />
        {page.useCases && <UseCases useCases={page.useCases} />}
        <IntegrationSteps type={item.type} />
        {related.length > 0 && <Related items={related} type={item.type} />}
        <Ratings data={data} rating={rating} given={given} />
        <Faq type={item.type} />
        {item.type !== 'blueprint' && (
          <p className="try-sticky" hidden>
            <a className="button" href="#chat" data-try-now>
              Try Now
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
