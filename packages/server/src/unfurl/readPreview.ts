import { parseJson } from '@sotto/widget-core/api';
import { Parser } from 'htmlparser2';
import * as v from 'valibot';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { decodeBytes } from '../encodings/decodeBytes';
import type { PagePreview } from '../reading/readingJobs';

const TITLE_MAX_LENGTH = 200;
const DESCRIPTION_MAX_LENGTH = 500;
const PUBLISHER_MAX_LENGTH = 100;
const ADDRESS_MAX_LENGTH = 2_048;
/** Maximum length of structured data that is parsed, and of the page title that is collected, in characters. */
const DATA_MAX_LENGTH = 100_000;
const RAW_TITLE_MAX_LENGTH = 2_000;

/**
 * Reads title, description, picture, logo and publisher from Open Graph, Twitter cards, JSON-LD and plain HTML, in
 * that order.
 *
 * @param html - a page, or its beginning
 * @param pageUrl - its address; relative addresses are resolved against it
 */
export function readPreview(html: string, pageUrl: string): PagePreview {
  const page = readTags(html);
  const data = readStructuredData(page.data);
  const meta = (...names: string[]): string | undefined =>
    names.map((name) => page.metas.get(name)).find((value) => value !== undefined && value.trim() !== '');
  const preview = {
    title: plain(meta('og:title', 'twitter:title') ?? data?.headline ?? data?.name ?? page.title, TITLE_MAX_LENGTH),
    description: plain(
      meta('og:description', 'twitter:description') ?? data?.description ?? meta('description'),
      DESCRIPTION_MAX_LENGTH,
    ),
    image: webAddress(
      meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ??
        addressOf(data?.image) ??
        meta('thumbnailurl', 'image'),
      pageUrl,
    ),
    logo: webAddress(
      page.icons.get('apple-touch-icon') ?? page.icons.get('icon') ?? addressOf(data?.publisher?.logo),
      pageUrl,
    ),
    publisher: plain(meta('og:site_name', 'application-name') ?? data?.publisher?.name, PUBLISHER_MAX_LENGTH),
  };
  return Object.fromEntries(Object.entries(preview).filter(([, value]) => value !== undefined));
}

/** Decodes bytes of a page, a style sheet or robots.txt. @param contentType - its `Content-Type` header */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  return decodeBytes(bytes, { contentType, isMarkup: true }).text;
}

interface Tags {
  readonly metas: Map<string, string>;
  readonly icons: Map<string, string>;
  readonly data: string[];
  readonly title: string;
}

function readTags(html: string): Tags {
  const metas = new Map<string, string>();
  const icons = new Map<string, string>();
  const data: string[] = [];
  let title = '';
  let inside: 'title' | 'data' | undefined;
  let hasTitle = false;
  const setFirst = (map: Map<string, string>, name: string | undefined, value: string | undefined): void => {
    if (name && value && !map.has(name.toLowerCase())) map.set(name.toLowerCase(), value);
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta')
        setFirst(metas, attributes['property'] ?? attributes['name'] ?? attributes['itemprop'], attributes['content']);
      if (name === 'link' && !/\.svg\b|^image\/svg/i.test(`${attributes['href'] ?? ''} ${attributes['type'] ?? ''}`)) {
        for (const relation of (attributes['rel'] ?? '').split(/\s+/)) setFirst(icons, relation, attributes['href']);
      }
      if (name === 'title' && !hasTitle) inside = 'title';
      if (name === 'script' && attributes['type']?.toLowerCase() === 'application/ld+json') {
        inside = 'data';
        data.push('');
      }
    },
    ontext(text) {
      if (inside === 'title' && title.length < RAW_TITLE_MAX_LENGTH) title += text;
      if (inside === 'data' && (data.at(-1)?.length ?? 0) < DATA_MAX_LENGTH) data[data.length - 1] += text;
    },
    onclosetag(name) {
      // The first title is that of the page; SVG pictures have titles, too.
      if (name === 'title' && inside === 'title') hasTitle = true;
      if (name === 'title' || name === 'script') inside = undefined;
    },
  });
  parser.end(html);
  return { metas, icons, data, title };
}

const addressSchema = v.union([v.string(), v.object({ url: v.string() })]);
const imageSchema = v.union([addressSchema, v.array(addressSchema)]);
const structuredSchema = v.object({
  headline: v.fallback(v.optional(v.string()), undefined),
  name: v.fallback(v.optional(v.string()), undefined),
  description: v.fallback(v.optional(v.string()), undefined),
  image: v.fallback(v.optional(imageSchema), undefined),
  publisher: v.fallback(
    v.optional(v.object({ name: v.optional(v.string()), logo: v.fallback(v.optional(imageSchema), undefined) })),
    undefined,
  ),
});

/** The first entity with a name of its own. */
function readStructuredData(texts: readonly string[]): v.InferOutput<typeof structuredSchema> | undefined {
  for (const text of texts) {
    const parsed: unknown = parseJson(text);
    const graph = v.safeParse(v.object({ '@graph': v.array(v.unknown()) }), parsed);
    const nodes: unknown[] = graph.success ? graph.output['@graph'] : Array.isArray(parsed) ? parsed : [parsed];
    for (const node of nodes) {
      const data = v.safeParse(structuredSchema, node);
      if (data.success && (data.output.headline ?? data.output.name) !== undefined) return data.output;
    }
  }
  return undefined;
}

function addressOf(image: v.InferOutput<typeof imageSchema> | undefined): string | undefined {
  const first = Array.isArray(image) ? image[0] : image;
  return typeof first === 'object' ? first.url : first;
}

/** One line of text without control characters and without characters that change the text direction. */
function plain(text: string | undefined, maxLength: number): string | undefined {
  if (text === undefined) return undefined;
  // Clipped first, so that the following steps are linear in the limit and not in the input.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const characters = Array.from(line);
  const clipped = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
  return clipped === '' ? undefined : clipped;
}

function webAddress(address: string | undefined, base: string): string | undefined {
  const text = address?.trim();
  const url = text && text.length <= ADDRESS_MAX_LENGTH ? parseAddress(text, base) : undefined;
  if (!url) return undefined;
  const isWeb = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isWeb && url.href.length <= ADDRESS_MAX_LENGTH ? url.href : undefined;
}
