import { HUB_TYPES, hubItemSchema, type HubItem, type HubType } from '@sotto/widget-core/api';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath } from '../catalogue/hubTypes';
import { applicationJsonLd, breadcrumbs, itemTrail, shownRating } from '../head/structuredData';
import { redirect, type Page, type PageRequest, type Route } from '../site/route';
import { AbilityList } from './AbilityList';
import { Contents } from './Contents';
import { Faq } from './Faq';
import { Hero } from './Hero';
import { IntegrationSteps } from './IntegrationSteps';
import { Related } from './Related';
import { UseCases } from './UseCases';

/** Address: /hub/{kind}/{slug or id} */
export const itemRoutes: readonly Route[] = HUB_TYPES.map((type) => ({ path: `/hub/${HUB_TYPE_WORDS[type].plural}/:key`, show: (request) => showItem(request, type) }));

async function showItem({ params, hub, href, url, settings, absolute }: PageRequest, type: HubType): Promise<Page | Response> {
  const data = await hub.get(`/hub/${type}/${encodeURIComponent(params['key'] ?? '')}/fetch`, hubItemSchema);
  const { item } = data;
  // The one address of a thing is that with its slug.
  if (item.slug !== null && params['key'] !== item.slug) return redirect(href(itemPath(item) + url.search), 308);
  const path = itemPath(item);
  const rating = shownRating(settings.rating, item.rating, item.counters);
  const words = HUB_TYPE_WORDS[type];
  const isThin = item.description.trim() === '' || item.skillset?.abilities.length === 0;
  return {
    shell: 'hub',
    head: {
      title: `${item.name.trim() === '' ? item.id : item.name} – ${words.one} | Hub`,
      description: itemDescription(item).slice(0, 300),
      canonical: path,
      noindex: item.visibility !== 'public' || isThin,
      image: { path: `${path}/card`, alt: `${itemName(item)}, a ${words.one.toLowerCase()} on the Hub` },
      graph: [breadcrumbs(itemTrail(item), absolute), applicationJsonLd(data, rating, absolute)],
      alternates: [
        { type: 'text/markdown', path: `${path}.md`, title: 'This page as markdown' },
        { type: 'application/json', path: `${path}.json`, title: 'This page as JSON' },
        { type: 'application/json+oembed', path: `/oembed?url=${encodeURIComponent(absolute(path))}`, title: itemName(item) },
      ],
    },
    body: <ItemPage data={data} rating={rating} />,
  };
}

/** A thing's page: hero, chat, what it consists of, use cases, integration steps, related things, questions [H-1]. */
function ItemPage({ data, rating }: { data: HubItem; rating: { value: number; count: number } | undefined }) {
  const { item, page, related } = data;
  return (
    <div className="column hub-page item-page">
      <Hero data={data} rating={rating} />
      {item.skillset && item.skillset.abilities.length > 0 && <AbilityList abilities={item.skillset.abilities} />}
      <Contents item={item} />
      {page.useCases && <UseCases useCases={page.useCases} />}
      <IntegrationSteps type={item.type} />
      {related.length > 0 && <Related items={related} type={item.type} />}
      <Faq type={item.type} />
    </div>
  );
}
