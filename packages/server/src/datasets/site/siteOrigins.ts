import { parseAddress } from '@sotto/widget-core/internal/server';

/** Origins of a site: its own, and those that redirect to it. */
export interface SiteOrigins {
  readonly origin: string;
  /** Records that an origin redirects to the site. */
  add(origin: string): void;
  /** Rewrites an address to the site's own origin; undefined for another site. */
  own(address: string): URL | undefined;
  /** Origins of these addresses that may belong to the site by name, and have not been checked yet. */
  candidates(addresses: readonly string[]): string[];
}

/** @param origin - final origin of the site's pages */
export function createSiteOrigins(origin: string): SiteOrigins {
  const known = new Set([origin]);
  const asked = new Set([origin]);
  const siblings = siblingsOf(origin);
  return {
    origin,
    add: (other) => void known.add(other),
    own(address) {
      const url = parseAddress(address);
      if (!url || !known.has(url.origin)) return undefined;
      if (url.origin === origin) return url;
      const own = new URL(origin);
      url.protocol = own.protocol;
      url.host = own.host;
      return url;
    },
    candidates(addresses) {
      const found = new Set(addresses.flatMap((each) => parseAddress(each)?.origin ?? []));
      const fresh = siblings.filter((each) => found.has(each) && !asked.has(each));
      for (const each of fresh) asked.add(each);
      return fresh;
    },
  };
}

/** Variants with http or https, with and without `www.`: at most three, and none for a host with a port. */
function siblingsOf(origin: string): string[] {
  const { hostname, port } = new URL(origin);
  if (port !== '') return [];
  const bare = hostname.replace(/^www\./, '');
  return ['https', 'http'].flatMap((scheme) => [`${scheme}://${bare}`, `${scheme}://www.${bare}`]);
}
