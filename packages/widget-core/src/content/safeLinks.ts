import type { MediaKind } from './contentBlocks';
import { parseAddress } from '../lib/parseAddress';

/** The two origins that a message's URL may belong to. */
export interface LinkContext {
  /**
   * URL of the page that embeds the widget (or of the frame itself if there is none); relative links are resolved
   * against it.
   */
  readonly hostAddress: string;
  /** Origin of the widget's server. */
  readonly serverOrigin: string;
}

/** A checked link. */
export interface SafeLink {
  readonly href: string;
  /** `page`: our own or the host's origin, opens in place. `tab`: any other. `app`: mail or telephone. */
  readonly opens: 'page' | 'tab' | 'app';
  /** Host name in ASCII form (punycode); '' for mail and telephone. */
  readonly host: string;
}

/**
 * Normalizes the URL of a link in a message, or refuses it.
 *
 * Allowed are http, https, mailto, tel and paths. Paths that lead to another site although they start with a slash
 * (`//evil`, `/\evil`, `/%09/evil`) are refused, and so are control characters and spaces.
 *
 * @returns `undefined` if the text must be shown without a link
 */
export function readLinkAddress(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed === '' || hasHiddenCharacters(trimmed)) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https')
    return /^https?:\/\/[^/\\]/i.test(trimmed) && parseAddress(trimmed) ? trimmed : undefined;
  if (scheme === 'mailto' || scheme === 'tel') return trimmed.length > scheme.length + 1 ? trimmed : undefined;
  if (scheme !== undefined) return undefined;
  return leavesItsSite(trimmed) ? undefined : trimmed;
}

/**
 * Resolves a link of a message, and how it opens.
 *
 * @returns `undefined` if `readLinkAddress` refuses the URL
 */
export function resolveLink(address: string, context: LinkContext): SafeLink | undefined {
  const clean = readLinkAddress(address);
  if (clean === undefined) return undefined;
  const host = parseAddress(context.hostAddress);
  const url = parseAddress(clean, host?.href);
  if (!url) return undefined;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return { href: url.href, opens: 'app', host: '' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const own = url.origin === host?.origin || url.origin === context.serverOrigin;
  return { href: url.href, opens: own ? 'page' : 'tab', host: url.host };
}

/**
 * The URL of a button, which the specification restricts to `http://`, `https://` or a path (W-21). A path is resolved
 * against the host page and must stay on its origin.
 *
 * @returns an absolute URL, or `undefined`: the button is then a suggestion
 */
export function resolveButtonLink(address: string, context: LinkContext): string | undefined {
  if (!/^(?:https?:\/\/|\/)/i.test(address)) return undefined;
  const link = resolveLink(address, context);
  if (!link) return undefined;
  if (!address.startsWith('/')) return link.href;
  return parseAddress(link.href)?.origin === parseAddress(context.hostAddress)?.origin ? link.href : undefined;
}

/**
 * The URL of an icon in settings or of a button: `https`, a raster `data:` picture, `blob`, or a path (W-42).
 *
 * @returns `undefined` for any other
 */
export function readIconAddress(address: string): string | undefined {
  const trimmed = address.trim();
  if (hasHiddenCharacters(trimmed)) return undefined;
  if (/^https:\/\/[^/\\]/i.test(trimmed)) return parseAddress(trimmed) ? trimmed : undefined;
  if (/^blob:/i.test(trimmed) || isRasterData(trimmed)) return trimmed;
  return trimmed.startsWith('/') && !leavesItsSite(trimmed) ? trimmed : undefined;
}

/**
 * Normalizes the URL of a picture, video or sound: http, https, a path, or raster `data:` for pictures.
 *
 * @returns `undefined` if nothing may be shown
 */
export function readMediaAddress(address: string, media: MediaKind): string | undefined {
  const trimmed = address.trim();
  if (media === 'image' && isRasterData(trimmed)) return trimmed;
  const clean = readLinkAddress(trimmed);
  return clean === undefined || /^(?:mailto|tel):/i.test(clean) ? undefined : clean;
}

/** Whether a URL is a raster picture in itself (`data:`). SVG is excluded because it is a document. */
export function isRasterData(address: string): boolean {
  return /^data:image\/(?:png|jpeg|jpg|gif|webp|avif|bmp|x-icon);base64,[a-z0-9+/=\s]*$/i.test(address);
}

/**
 * Browsers remove tabs and line ends from URLs and read `\` as `/`, so a URL with these leads somewhere else than it
 * seems.
 */
function hasHiddenCharacters(address: string): boolean {
  return (
    /[\u0000-\u0020\u007F-\u00A0\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFF9-\uFFFB\\]/.test(
      address,
    ) || /[\uD800-\uDFFF]/.test(address.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ''))
  );
}

/** Paths such as `//evil` and `/%09/evil`, which some parsers read as another site. */
function leavesItsSite(path: string): boolean {
  return /^(?:[/\\]|%5c|%2f|%0[0-9a-d]|%20)*$/i.test(path)
    ? path !== '/'
    : /^\/(?:%5c|%2f|%0[0-9a-f]|%20|[/\\])/i.test(path);
}
