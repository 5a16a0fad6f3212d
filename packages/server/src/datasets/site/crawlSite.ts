import { delay, type Clock } from '@sotto/widget-core/api';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import { causeCode } from '../../lib/causeCode';
import { DATASET_LIMITS } from '../../reading/readLimits';
import type { ReadingPool } from '../../reading/readingPool';
import type { PublicAnswer, PublicFetch } from '../../unfurl/publicFetch';
import { explainRefusal } from '../../unfurl/publicTarget';
import { FetchRefused } from '../../unfurl/readBody';
import { decodePage } from '../../unfurl/readPreview';
import { NO_ROBOTS, parseRobots, type Robots } from './robots';
import { directivesOfHeader } from './robotsDirectives';
import { isSitemap, readSitemap } from './readSitemap';
import { createSiteOrigins, type SiteOrigins } from './siteOrigins';
import type { SitePage } from '../../reading/readingJobs';

/** The crawler's name in `robots.txt`. */
export const CRAWLER = 'SottoBot';
const USER_AGENT = `Mozilla/5.0 (compatible; ${CRAWLER}/1.0)`;
/** Most of a page that is read, in bytes (2 MiB). */
const PAGE_MAX_BYTES = 2_097_152;
const FETCH_MS = 10_000;
/** Pages that are fetched at the same time, and the pause after them, in milliseconds. */
const LANES = 2;
const PAUSE_MS = 100;
/** Addresses that are listed of those that `robots.txt` forbids, and of those of other sites: a shop has hundreds. */
const FORBIDDEN_LISTED = 10;
/** Sitemaps that are read. */
const SITEMAPS_MAX = 10;
/** What is certainly no page. */
const NO_PAGE =
  /\.(?:avif|css|docx?|gif|gz|ico|jpe?g|js|json|mp[34]|pdf|png|pptx?|rss|svg|txt|webm|webp|woff2?|xlsx?|xml|zip)$/i;

const ADDRESS_MAX = 2_048;
/** What of a site is a file that an owner can add as a document. */
const DOCUMENT = /\.(?:csv|docx?|pdf|pptx?|txt|xlsx?)$/i;
/** Parameters for where a visitor came from, and which visit it is. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|yclid|mc_[ce]id|_g[al]|phpsessid|jsessionid)$/i;

/** What a crawl stands on. */
export interface Crawler {
  readonly fetcher: PublicFetch;
  readonly reading: ReadingPool;
  readonly clock: Clock;
}

/** Callbacks of a crawl in progress. */
export interface CrawlListener {
  /** A page that may be kept. */
  onPage(address: string, page: SitePage): Promise<void>;
  /** What is left out. `isGone`: there is no such page, or it may not be kept. */
  onFailure(address: string, reason: string, isGone: boolean): void;
  /** How many pages have been read, and how many are known. */
  onProgress(done: number, found: number): Promise<void>;
}

/** Fetches a page as the crawler. @param isPublicOnly - for what another site names @throws FetchRefused or a network error */
export function fetchAsCrawler(
  { fetcher }: Crawler,
  address: string,
  signal?: AbortSignal,
  isPublicOnly = false,
): Promise<PublicAnswer> {
  return fetcher(address, {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.8',
    headers: { 'user-agent': USER_AGENT },
    maxBytes: PAGE_MAX_BYTES,
    whenLonger: 'cut',
    timeoutMs: FETCH_MS,
    isPublicOnly,
    signal,
  });
}

/** Reads what was fetched as a page. @throws ApiError 422 */
export function readFetched({ reading }: Crawler, { bytes, type, url, headers }: PublicAnswer): Promise<SitePage> {
  const asked = directivesOfHeader(headers['x-robots-tag'], CRAWLER);
  return reading.run('sitePage', { bytes, type, address: url, asked }, DATASET_LIMITS);
}

/**
 * Reads a site from an address of it, or from its sitemap: pages of the same origin, nearest first, at most
 * `pagesMax`. It keeps to `robots.txt`, and goes where the fetch may go, which is the public web.
 *
 * @throws when the address itself cannot be read
 */
export async function crawlSite(
  crawler: Crawler,
  { address, pagesMax, signal }: { address: string; pagesMax: number; signal: AbortSignal },
  listener: CrawlListener,
): Promise<void> {
  const first = await fetchAsCrawler(crawler, address, signal);
  if (first.status !== 200) throw new Error(`The site answered ${String(first.status)}`);
  const { origin } = new URL(first.url);
  const origins = createSiteOrigins(origin);
  // It leads here.
  origins.add(new URL(address).origin);
  const robots = await readRobots(crawler, origin, signal);
  const queue: string[] = [];
  const known = new Set<string>();
  const leaveOut = listLeftOut(listener);
  const add = (addresses: readonly string[]): void => {
    for (const each of addresses.flatMap((link) => siteAddress(link, origins))) {
      if (known.has(each)) continue;
      known.add(each);
      if (!NO_PAGE.test(new URL(each).pathname)) queue.push(each);
      else if (DOCUMENT.test(new URL(each).pathname)) leaveOut('file', each, AS_DOCUMENT);
    }
  };
  /** Adds what sitemaps name; addresses of other sites are listed. */
  const addFromSitemaps = async (named: readonly string[], tried: readonly string[]): Promise<void> => {
    const onFailure = (where: string, reason: string): void => {
      listener.onFailure(where, reason, true);
    };
    const pages = await readSitemaps(crawler, { origins, named, tried, onFailure, signal });
    await learnOrigins(crawler, origins, pages, signal);
    add(pages);
    const foreign = pages.filter((each) => !origins.own(each));
    for (const each of foreign.slice(0, FORBIDDEN_LISTED))
      onFailure(each, 'The sitemap names this address, which is of another site');
  };
  let done = 0;
  let attempts = 0;
  let forbidden = 0;
  const fetched = new Map<string, PublicAnswer>();
  /** Addresses under which pages were read. */
  const kept = new Set<string>();
  if (isPage(first)) {
    refuseForbidden(robots, first.url);
    add([first.url]);
    fetched.set(queue[0] ?? '', first);
  } else await addFromSitemaps([first.url], []);

  const work = async (next: string): Promise<void> => {
    const answer = fetched.get(next) ?? (await fetchAsCrawler(crawler, next, signal));
    if (answer.status !== 200) {
      listener.onFailure(next, `The site answered ${String(answer.status)}`, [404, 410].includes(answer.status));
      return;
    }
    const [final] = siteAddress(answer.url, origins);
    if (final === undefined) {
      leaveOut('elsewhere', next, `This address leads to another site: ${answer.url}`);
      return;
    }
    if (!isPage(answer)) {
      leaveOut('answer', next, `This is a file, not a page (${answer.type || 'of unknown type'}). ${AS_DOCUMENT}`);
      return;
    }
    if (final !== next && known.has(final)) return;
    known.add(final);
    const page = await readFetched(crawler, answer);
    if (page.followsLinks) {
      await learnOrigins(crawler, origins, page.links, signal);
      add(page.links);
    }
    const reason = whyLeftOut(page);
    // Gone: what was read before is not kept.
    if (reason !== undefined) listener.onFailure(final, reason, true);
    if (reason !== undefined || done >= pagesMax) return;
    const own = ownAddress(page, final, origins);
    if (kept.has(own)) {
      leaveOut('twice', final, `This page gives ${own} as its canonical address, which has been read already`);
      return;
    }
    kept.add(own);
    done += 1;
    // What all pages share is read with the first one: a phone number, an address, opening hours.
    const shared = done === 1 ? sharedText(page) : '';
    await listener.onPage(own, { ...page, markdown: page.markdown + shared });
  };
  // The first page alone: it links to the others. What it does not link to is in the sitemaps.
  for (let size = 1; queue.length > 0 && done < pagesMax && attempts < pagesMax * 2; size = LANES) {
    const batch = takeAllowed(queue, size, robots, (address, reason) => {
      forbidden += 1;
      // Gone: what was read while it was allowed is not kept.
      if (forbidden <= FORBIDDEN_LISTED) listener.onFailure(address, reason, true);
    });
    attempts += batch.length;
    await Promise.all(
      batch.map(async (next) => {
        try {
          await work(next);
        } catch (error) {
          signal.throwIfAborted();
          const isFirst = size === 1 && isPage(first);
          if (isFirst || (error instanceof ApiError && error.code === 'LIMITS_REACHED')) throw error;
          listener.onFailure(next, describeFetchFailure(error), false);
        }
      }),
    );
    if (size === 1 && isPage(first)) await addFromSitemaps(robots.sitemaps, [`${origin}/sitemap.xml`]);
    await listener.onProgress(done, Math.min(known.size, pagesMax));
    await delay(crawler.clock, PAUSE_MS);
    signal.throwIfAborted();
  }
}

/** Why a page that was read is not kept; undefined: it is. */
function whyLeftOut(page: SitePage): string | undefined {
  if (!page.isIndexable) return 'The page asks not to be kept (robots: noindex)';
  if (page.isDrawnByScript)
    return (
      'This page is drawn by a script, so there is no text to read. Let the site send its text as HTML (server ' +
      'rendering), or add the text as a document'
    );
  return page.markdown.trim() === '' ? 'This page has no text' : undefined;
}

function takeAllowed(
  queue: string[],
  size: number,
  robots: Robots,
  onForbidden: (address: string, reason: string) => void,
): string[] {
  const taken: string[] = [];
  while (taken.length < size) {
    const next = queue.shift();
    if (next === undefined) break;
    const reason = reasonAgainst(robots, next);
    if (reason === undefined) taken.push(next);
    else onForbidden(next, reason);
  }
  return taken;
}

/** Why an address may not be read, with the line of `robots.txt`; undefined: it may. */
function reasonAgainst(robots: Robots, address: string): string | undefined {
  const { pathname, search } = new URL(address);
  const line = robots.lineAgainst(pathname + search);
  return line && `The site’s robots.txt does not allow ${CRAWLER} to read this address: ${line}`;
}

function refuseForbidden(robots: Robots, address: string): void {
  const reason = reasonAgainst(robots, address);
  if (reason !== undefined) throw new FetchRefused(reason);
}

/** @throws FetchRefused when the site's `robots.txt` keeps the crawler away from this address */
export async function requireAllowed(crawler: Crawler, address: string, signal: AbortSignal): Promise<void> {
  const robots = await readRobots(crawler, new URL(address).origin, signal);
  refuseForbidden(robots, address);
}

/** A site whose `robots.txt` cannot be read for a fault of its own is left alone (RFC 9309, 2.3.1.4). */
async function readRobots(crawler: Crawler, origin: string, signal: AbortSignal): Promise<Robots> {
  const answer = await fetchAsCrawler(crawler, `${origin}/robots.txt`, signal);
  if (answer.status >= 500)
    throw new FetchRefused(`The site answered ${String(answer.status)} for its robots.txt, so it may not be crawled`);
  return answer.status === 200 ? parseRobots(decodePage(answer.bytes, answer.type), CRAWLER) : NO_ROBOTS;
}

interface SitemapSearch {
  readonly origins: SiteOrigins;
  /** Addresses of sitemaps, and whether each is named by the site: one that is only tried may be missing. */
  readonly named: readonly string[];
  readonly tried: readonly string[];
  readonly onFailure: (address: string, reason: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Every address in the sitemaps of a site. One of another host is read where `robots.txt` names that host
 * (sitemaps.org, cross submits); what is named and cannot be read is listed.
 */
async function readSitemaps(crawler: Crawler, search: SitemapSearch): Promise<string[]> {
  const { origins, named, tried, onFailure, signal } = search;
  const { origin } = origins;
  const pages: string[] = [];
  const hosts = new Set(named.flatMap((each) => parseAddress(each, origin)?.host ?? []));
  const todo = new Set([...named, ...tried].flatMap((each) => parseAddress(each, origin)?.href ?? []));
  let count = 0;
  for (const address of todo) {
    const fail = (reason: string): void => {
      if (!tried.includes(address)) onFailure(address, reason);
    };
    count += 1;
    if (count > SITEMAPS_MAX) {
      fail(`Only ${String(SITEMAPS_MAX)} sitemaps of a site are read`);
      break;
    }
    if (!origins.own(address) && !hosts.has(new URL(address).host)) {
      fail('This sitemap is of another site, which robots.txt does not name');
      continue;
    }
    try {
      const answer = await fetchAsCrawler(crawler, address, signal, new URL(address).origin !== origin);
      if (answer.status !== 200) fail(`The site answered ${String(answer.status)}`);
      else if (isPage(answer)) fail('This is a page, not a sitemap');
      else {
        const map = readSitemap(answer.bytes, answer.type);
        for (const each of map.pages) pages.push(parseAddress(each, address)?.href ?? each);
        for (const each of map.sitemaps.flatMap((map) => parseAddress(map, address)?.href ?? [])) todo.add(each);
      }
    } catch (error) {
      signal.throwIfAborted();
      fail(describeFetchFailure(error, 'The sitemap could not be read'));
    }
  }
  signal.throwIfAborted();
  return pages;
}

/** Learns which of these addresses lead to the site: with http for https, with or without `www.`. */
async function learnOrigins(
  crawler: Crawler,
  origins: SiteOrigins,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const candidate of origins.candidates(addresses)) {
    const answer = await fetchAsCrawler(crawler, `${candidate}/`, signal, true).catch(() => undefined);
    if (answer && new URL(answer.url).origin === origins.origin) origins.add(candidate);
  }
  signal.throwIfAborted();
}

/** Whether an answer is a page: by its type, and where that leaves it open by its first bytes. */
function isPage({ type, bytes }: PublicAnswer): boolean {
  if (isSitemap(bytes)) return false;
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return true;
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  return /^(?:$|(?:text|application)\/xml\b)/i.test(type) && /<(?:!doctype html|html)[\s>]/i.test(head);
}

const AS_DOCUMENT = 'Files on a site are not read. Add it as a document';

/** Lists what is left out, at most so many of each kind. */
function listLeftOut(listener: CrawlListener): (kind: string, address: string, reason: string) => void {
  const counts = new Map<string, number>();
  return (kind, address, reason) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= FORBIDDEN_LISTED) listener.onFailure(address, reason, true);
  };
}

/** An address of the site as it is known by; nothing for one of another site. */
function siteAddress(link: string, origins: SiteOrigins): string[] {
  const url = link.length > ADDRESS_MAX ? undefined : origins.own(link);
  if (!url || url.username !== '' || url.password !== '') return [];
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  // Without a lone question mark.
  if (url.search === '') url.search = '';
  return [url.href];
}

/** The address that a page is kept under: the one it names, unless that is only the beginning of its site. */
function ownAddress({ canonical }: SitePage, address: string, origins: SiteOrigins): string {
  const [named] = canonical === '' ? [] : siteAddress(canonical, origins);
  return named === undefined || new URL(named).pathname === '/' ? address : named;
}

/** Why a page could not be read, in words for its owner. */
export function describeFetchFailure(error: unknown, otherwise = 'The page could not be read'): string {
  if (error instanceof FetchRefused) return explainRefusal(error);
  if (error instanceof ApiError) return error.message;
  const code = causeCode(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'There is no site with this name';
  if (code === 'ECONNREFUSED') return 'The site does not answer';
  if (code !== undefined && /CERT|SSL|TLS/i.test(code)) return 'The site’s certificate is not valid';
  return error instanceof Error && /^The site /.test(error.message) ? error.message : otherwise;
}

/** The words around a page as a section of their own, without the site's name alone and without the copyright line. */
function sharedText({ frames, siteName, title }: SitePage): string {
  const names = new Set([siteName, title, ...title.split(/ [|–—-] /)]);
  const blocks = frames.split('\n\n').filter((block) => !names.has(block) && !/^(?:©|\(c\)|copyright\b)/i.test(block));
  const name = siteName || title;
  return blocks.map((block, index) => `\n\n${index === 0 && name !== '' ? `## ${name}\n\n` : ''}${block}`).join('');
}
