import type { MediaKind } from './contentBlocks';
import { MAX_DATA_IMAGE_BYTES } from './contentLimits';
import { isRasterData, readMediaAddress } from './safeLinks';
import { parseAddress } from '../lib/parseAddress';

/** Which media load automatically. */
export interface RemotePolicy {
  /** URL of the page that embeds the widget; relative URLs are resolved against it. */
  readonly hostAddress: string;
  readonly serverOrigin: string;
  /** Additional exact origins, such as `https://cdn.example.com`. */
  readonly imageOrigins: readonly string[];
  /**
   * Whether pictures of the host page load automatically. False in a frame whose own policy blocks them. @default true
   */
  readonly isHostAllowed?: boolean | undefined;
}

/** How to handle a picture, video or sound of a message. */
export type MediaDecision =
  /** Show it. */
  | { readonly action: 'load'; readonly address: string }
  /** Show a box with the alt text, `host` and `path`, and a button that loads the media through the server. */
  | { readonly action: 'ask'; readonly address: string; readonly host: string; readonly path: string }
  /** Show the alt text only. */
  | { readonly action: 'refuse' };

/**
 * Decides whether content written by a bot may cause a request.
 *
 * A picture's URL can leak what the model knows to any site, so only known origins and small data URLs load without a
 * click (contract 3.5). Origins are compared exactly after parsing, so user names, ports, look-alike suffixes and
 * letter case cannot circumvent the check.
 */
export function decideMedia(address: string, media: MediaKind, policy: RemotePolicy): MediaDecision {
  const clean = readMediaAddress(address, media);
  if (clean === undefined) return { action: 'refuse' };
  if (isRasterData(clean))
    return dataBytes(clean) <= MAX_DATA_IMAGE_BYTES ? { action: 'load', address: clean } : { action: 'refuse' };
  const host = parseAddress(policy.hostAddress);
  const url = parseAddress(clean, host?.href);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { action: 'refuse' };
  const known = [
    policy.isHostAllowed === false ? undefined : host?.origin,
    policy.serverOrigin,
    ...policy.imageOrigins,
  ].some((origin) => origin !== undefined && origin !== 'null' && originOf(origin) === url.origin);
  const hasCredentials = url.username !== '' || url.password !== '';
  return known && !hasCredentials
    ? { action: 'load', address: url.href }
    : { action: 'ask', address: url.href, host: url.host, path: url.pathname };
}

/**
 * The true host of a link whose text looks like another address, to be shown beside the link.
 *
 * @param text - the link's text
 * @param address - the link's absolute URL
 * @returns `undefined` if the text contains no address, or the same one
 */
export function misleadingHost(text: string, address: string): string | undefined {
  const url = parseAddress(address);
  if (!url || url.host === '') return undefined;
  const named = namedHost(text);
  if (named === undefined) return url.username === '' ? undefined : url.host;
  return withoutWww(named) === withoutWww(url.hostname) ? undefined : url.host;
}

/**
 * The host in a text that is a URL or a domain name. Letters of other scripts become punycode, so they never equal
 * Latin ones.
 */
function namedHost(text: string): string | undefined {
  const word = text
    .trim()
    .normalize('NFKC')
    .replace(/[\u3002\uFF0E\uFF61]/g, '.')
    .replace(/[\u2044\u2215\uFF0F]/g, '/');
  const match = /(?:[a-z][a-z0-9+.-]*:\/\/[^\s]*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=[/:?#\s]|$))/iu.exec(word);
  if (!match) return undefined;
  const candidate = match[0].includes('://') ? match[0] : `https://${match[0]}`;
  return parseAddress(candidate)?.hostname;
}

function withoutWww(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

function originOf(origin: string): string | undefined {
  return parseAddress(origin)?.origin;
}

function dataBytes(address: string): number {
  return Math.floor(((address.length - address.indexOf(',') - 1) * 3) / 4);
}
