import { constants, gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { decodePage } from '../../unfurl/readPreview';

/** Most addresses that are read of one file. */
const ADDRESSES_MAX = 5_000;
/** Most that a gzipped file may unfold to, in bytes (16 MiB). */
const UNFOLDED_MAX_BYTES = 16_777_216;

/** A sitemap: addresses of pages, or of further sitemaps. */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/**
 * Reads a sitemap, an index of sitemaps, a feed (RSS, Atom) or a list of addresses, one a line, gzipped or not, whatever
 * it is called (sitemaps.org). Whatever else it is has no addresses. Prefixes of namespaces are arbitrary.
 *
 * @throws for a gzipped file that is damaged, or unfolds to more than 16 MiB
 */
export function readSitemap(bytes: Uint8Array, contentType: string): Sitemap {
  const text = decodePage(unfold(bytes), contentType);
  return text.trimStart().startsWith('<') ? readXml(text) : { pages: readLines(text), sitemaps: [] };
}

function unfold(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  // A fetch ends after so many bytes: what is there of a longer file is read.
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
        // Pictures and videos of a page have places of their own (`image:loc`), in other namespaces than the page.
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

/** What has an address: of a sitemap, of RSS and of Atom. */
const PARENTS = new Set(['url', 'sitemap', 'item', 'entry']);

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** The first element of a sitemap. */
const ROOT = /<(?:\w{1,30}:)?(?:urlset|sitemapindex)[\s>]/i;
/** How much of a file is looked at for its first element, in bytes. */
const ROOT_BYTES = 2_048;

/** Whether bytes are a sitemap, whatever they are called: some servers call all of their answers pages. */
export function isSitemap(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, ROOT_BYTES)).toString('latin1').replaceAll('\0', '');
  return ROOT.test(head) && !/<(?:!doctype html|html|body)[\s>]/i.test(head);
}
