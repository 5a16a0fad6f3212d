import { createHash } from 'node:crypto';
import { HUB_TYPES, hubItemSchema, type HubType } from '@sotto/hub-api';
import { HUB_TYPE_WORDS } from '../site/hubTypes';
import { redirect, type PageRequest, type Route } from '../site/route';
import { cardOf, type Card } from './card';
import { drawCard } from './drawCard';

/** Maximum number of cached cards. */
const KEPT = 200;
/** Version of the design, so that browsers load a card again after a change. */
const DRAWING = '2';

/** Addresses: /hub/{kind}/{slug or id}/card */
export function cardRoutes(): Route[] {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>();
  return HUB_TYPES.map((type) => ({
    path: `/hub/${HUB_TYPE_WORDS[type].plural}/:key/card`,
    show: (request) => showCard(request, type, kept),
  }));
}

async function showCard(
  { hub, params, href }: PageRequest,
  type: HubType,
  kept: Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>,
): Promise<Response> {
  const card = cardOf(await hub.get(`/hub/${type}/${encodeURIComponent(params['key'] ?? '')}/fetch`, hubItemSchema));
  const digest = createHash('sha256')
    .update(DRAWING + JSON.stringify(card))
    .digest('hex')
    .slice(0, 24);
  const drawing = kept.get(digest) ?? draw(card);
  kept.set(digest, drawing);
  const oldest = kept.size > KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  const picture = await drawing;
  // Without the native module, a picture of the product is used.
  if (!picture) return redirect(href('/site/chat-light-1200.webp'), 307);
  return new Response(picture, {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400', ETag: `"${digest}"` },
  });
}

/** Renders the card; undefined without the native module. */
async function draw(card: Card): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return await drawCard(sharp, card);
  } catch {
    return undefined;
  }
}
