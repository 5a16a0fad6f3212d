import { createHash } from 'node:crypto';
import { HUB_TYPES, hubItemSchema, type HubType } from '@sotto/widget-core/api';
import { HUB_TYPE_WORDS } from '../catalogue/hubTypes';
import { redirect, type PageRequest, type Route } from '../site/route';
import { cardSvg } from './card';

/** Cards kept in memory. */
const KEPT = 200;

/** Addresses: /hub/{kind}/{slug or id}/card */
export function cardRoutes(): Route[] {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>();
  return HUB_TYPES.map((type) => ({ path: `/hub/${HUB_TYPE_WORDS[type].plural}/:key/card`, show: (request) => showCard(request, type, kept) }));
}

async function showCard({ hub, params, href }: PageRequest, type: HubType, kept: Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>): Promise<Response> {
  const svg = cardSvg(await hub.get(`/hub/${type}/${encodeURIComponent(params['key'] ?? '')}/fetch`, hubItemSchema));
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 24);
  const drawing = kept.get(digest) ?? draw(svg);
  kept.set(digest, drawing);
  const oldest = kept.size > KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  const picture = await drawing;
  // Without the module that draws, a picture of the product stands for the card.
  if (!picture) return redirect(href('/site/chat-light-1200.webp'), 307);
  return new Response(picture, { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400', ETag: `"${digest}"` } });
}

/** The drawing as a picture; undefined where the native module is missing. */
async function draw(svg: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer());
  } catch {
    return undefined;
  }
}
