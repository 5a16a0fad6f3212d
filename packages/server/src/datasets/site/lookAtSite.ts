import { cutText } from '@sotto/widget-core/internal/server';
import { siteAddresses, type SiteLook } from '@sotto/hub-api';
import { fieldError, type ApiError } from '../../lib/apiError';
import type { PublicAnswer } from '../../unfurl/publicFetch';
import { FetchRefused } from '../../unfurl/readBody';
import { decodePage } from '../../unfurl/readPreview';
import { brandColor } from './brandColor';
import { describeFetchFailure, fetchAsCrawler, readFetched, requireAllowed, type Crawler } from './crawlSite';
import type { SitePage } from '../../reading/readingJobs';

/** Time limit, in milliseconds: pages wait 10 seconds for a response. */
const LOOK_MS = 8_000;
/** Time limit to answer, for an address without a scheme, in milliseconds. */
const ANSWERS_WITHIN_MS = 4_000;
/** Maximum number and size of style sheets searched for a colour, in characters. */
const SHEETS_READ = 3;
const STYLES_MAX = 300_000;

/**
 * Reads a site's name, language, colour and logo.
 *
 * @throws ApiError 422 if the address cannot be loaded, is not a page, or is excluded by `robots.txt`, with the
 *   reason
 */
export async function lookAtSite(crawler: Crawler, address: string): Promise<SiteLook> {
  const late = new AbortController();
  const cancel = crawler.clock.setTimer(() => {
    late.abort(new FetchRefused('The site took too long'));
  }, LOOK_MS);
  try {
    const fetched = await fetchSitePage(crawler, address, late.signal);
    await requireAllowed(crawler, fetched.url, late.signal).catch((error: unknown) => {
      throw refuse(error);
    });
    const page = await readFetched(crawler, fetched);
    const hostname = new URL(fetched.url).hostname.replace(/^www\./, '');
    const styles = await readStyles(crawler, page, late.signal);
    return {
      url: fetched.url,
      name: page.siteName || nameOf(page.title, hostname) || hostname,
      description: page.description,
      language: page.language,
      color: brandColor(styles, page.themeColor) ?? '',
      logo: page.logo,
    };
  } finally {
    cancel();
  }
}

/**
 * The address that a text means: without a scheme, https if it answers, else http if that does.
 *
 * @returns the address with https if neither answers, so that its failure is reported
 */
export async function findSiteAddress(crawler: Crawler, text: string): Promise<string> {
  const [first, ...others] = siteAddresses(text);
  if (others.length === 0) return first;
  for (const address of [first, ...others]) {
    const late = new AbortController();
    const cancel = crawler.clock.setTimer(() => {
      late.abort();
    }, ANSWERS_WITHIN_MS);
    try {
      await fetchAsCrawler(crawler, address, late.signal);
      return address;
    } catch {
      // The next one may answer.
    } finally {
      cancel();
    }
  }
  return first;
}

/** Loads a page named by an owner. @throws ApiError 422 with the problem of the address */
export async function fetchSitePage(crawler: Crawler, address: string, signal?: AbortSignal): Promise<PublicAnswer> {
  const fetched = await fetchAsCrawler(crawler, address, signal).catch((error: unknown) => {
    throw refuse(error);
  });
  if (fetched.status !== 200) throw refuse(new FetchRefused(`The site answered ${String(fetched.status)}`));
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(fetched.type))
    throw refuse(new FetchRefused('This address is not a web page'));
  return fetched;
}

function refuse(error: unknown): ApiError {
  return fieldError('url', describeFetchFailure(error));
}

async function readStyles(crawler: Crawler, { styles, styleSheets }: SitePage, signal: AbortSignal): Promise<string> {
  const sheets = await Promise.all(
    styleSheets.slice(0, SHEETS_READ).map(async (address) => {
      const sheet = await fetchAsCrawler(crawler, address, signal).catch(() => undefined);
      return sheet?.status === 200 && /^text\/css\b/i.test(sheet.type) ? decodePage(sheet.bytes, sheet.type) : '';
    }),
  );
  return [styles, ...sheets].join('\n').slice(0, STYLES_MAX);
}

/** Titles of home pages, besides the site's name. */
const GENERIC = /^(?:home(?: ?page)?|welcome|start(?:seite)?|accueil|inicio|início|index|главная|ホーム|首页)$/i;
/** Maximum length of a name, as opposed to a slogan, in characters. */
const NAME_MAX_LENGTH = 30;

/**
 * Name of a site in a page's title: the part similar to its host, or the last one, as in `Shipping – Harbour Coffee`,
 * unless it is a slogan.
 */
function nameOf(title: string, hostname: string): string {
  const parts = title
    .split(/\s+[|–—·•:-]\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !GENERIC.test(part));
  const host = lettersOf(hostname);
  const named = parts.find((part) => lettersOf(part).length > 2 && host.includes(lettersOf(part)));
  const last = parts.at(-1);
  const short = last !== undefined && last.length <= NAME_MAX_LENGTH ? last : parts[0];
  return cutText(named ?? short ?? '', 100);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
