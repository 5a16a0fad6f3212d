/** The addresses that a site goes by: its own origin, and those that lead to it. */
export interface SiteOrigins {
  readonly origin: string;
  /** Notes that an origin leads to the site. */
  add(origin: string): void;
  /** An address as one of the site's own origin; undefined for one of another site. */
  own(address: string): URL | undefined;
  /** The origins of these addresses that may be the site by their names, and have not been asked yet. */
  candidates(addresses: readonly string[]): string[];
}

/** @param origin - where the site's pages are in the end */
export function createSiteOrigins(origin: string): SiteOrigins {
  const known = new Set([origin]);
  const asked = new Set([origin]);
  const siblings = siblingsOf(origin);
  return {
    origin,
    add: (other) => void known.add(other),
    own(address) {
      if (!URL.canParse(address)) return undefined;
      const url = new URL(address);
      if (!known.has(url.origin)) return undefined;
      if (url.origin === origin) return url;
      const own = new URL(origin);
      url.protocol = own.protocol;
      url.host = own.host;
      return url;
    },
    candidates(addresses) {
      const found = new Set(addresses.flatMap((each) => (URL.canParse(each) ? [new URL(each).origin] : [])));
      const fresh = siblings.filter((each) => found.has(each) && !asked.has(each));
      for (const each of fresh) asked.add(each);
      return fresh;
    },
  };
}

/** With http for https, and with or without `www.`: at most three, and none of a host with a port. */
function siblingsOf(origin: string): string[] {
  const { hostname, port } = new URL(origin);
  if (port !== '') return [];
  const bare = hostname.replace(/^www\./, '');
  return ['https', 'http'].flatMap((scheme) => [`${scheme}://${bare}`, `${scheme}://www.${bare}`]);
}
