import { constants, gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { decodePage } from '../../unfurl/readPreview';

/** Maximum number of addresses per file. */
const ADDRESSES_MAX = 5_000;
/** Maximum decompressed size, in bytes (16 MiB). */
const UNFOLDED_MAX_BYTES = 16_777_216;

/** A sitemap: addresses of pages, or of further sitemaps. */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/**
 * Parses a sitemap, a sitemap index, a feed (RSS, Atom) or a list of addresses, one per line, gzipped or not,
 * regardless of its name (sitemaps.org). Anything else has no addresses. Namespace prefixes are arbitrary.
 *
 * @throws for a gzipped file that is damaged, or larger than 16 MiB
 */
export function readSitemap(bytes: Uint8Array, contentType: string): Sitemap {
  const text = decodePage(unfold(bytes), contentType);
  return text.trimStart().startsWith('<') ? readXml(text) : { pages: readLines(text), sitemaps: [] };
}

function unfold(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  // Downloads are truncated, so a longer file is read as far as possible.
  return gunzipSync(bytes, { maxOutputLength: UNFOLDED_MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
}

function readLines(text: string): string[] {
  return text
    .split(/[\r\n]+/, ADDRESSES_MAX)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line));
}

function readXml(text: string): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  let parent = '';
  let location: string | undefined;
  const add = (address: string): void => {
    const list = parent === 'sitemap' ? sitemaps : pages;
    if (parent !== '' && list.length < ADDRESSES_MAX) list.push(address.trim());
  };
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        const name = localName(qualified);
        if (PARENTS.has(name)) parent = name;
        // Pictures and videos have their own addresses (`image:loc`), in other namespaces.
        if (name === 'loc' && !/^(?:image|video|news):/i.test(qualified)) location = '';
        if (name === 'link' && parent === 'item') location = '';
        if (name === 'link' && parent === 'entry' && /^(?:alternate)?$/i.test(attributes['rel'] ?? ''))
          add(attributes['href'] ?? '');
      },
      ontext(part) {
        if (location !== undefined) location += part;
      },
      onclosetag(qualified) {
        const name = localName(qualified);
        if (location !== undefined && (name === 'loc' || name === 'link')) {
          add(location);
          location = undefined;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return { pages, sitemaps };
}

/** Elements with an address, in sitemaps, RSS and Atom. */
const PARENTS = new Set(['url', 'sitemap', 'item', 'entry']);

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** First element of a sitemap. */
const ROOT = /<(?:\w{1,30}:)?(?:urlset|sitemapindex)[\s>]/i;
/** How much of a file is searched for its first element, in bytes. */
const ROOT_BYTES = 2_048;

/** Whether content is a sitemap, regardless of its media type: some servers use text/html for everything. */
export function isSitemap(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, ROOT_BYTES)).toString('latin1').replaceAll('\0', '');
  return ROOT.test(head) && !/<(?:!doctype html|html|body)[\s>]/i.test(head);
}
