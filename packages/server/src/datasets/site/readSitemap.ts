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
 * Reads a sitemap, an index of sitemaps or a list of addresses, one a line, gzipped or not, whatever it is called
 * (sitemaps.org). Whatever else it is has no addresses.
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
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'url' || name === 'sitemap') parent = name;
        if (name === 'loc') location = '';
      },
      ontext(part) {
        if (location !== undefined) location += part;
      },
      onclosetag(name) {
        if (name !== 'loc' || location === undefined) return;
        const list = parent === 'sitemap' ? sitemaps : pages;
        if (parent !== '' && list.length < ADDRESSES_MAX) list.push(location.trim());
        location = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return { pages, sitemaps };
}
