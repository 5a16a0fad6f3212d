import { readIconAddress, readLinkAddress } from '../content/safeLinks';
import { parseAddress } from '../lib/parseAddress';
import { routes } from '../api/routes';
import { ID_PATTERN } from '../lib/ids';

/**
 * Where a setting's URL is used. A URL that is harmless in a picture may run a script in a link, so each use allows its
 * own schemes.
 */
export type AddressSink = 'picture' | 'link' | 'frame';

/** Options of `iconUrl`. */
export interface IconOptions {
  /** Base URL of the server, such as `https://chat.example.com` or `https://chat.example.com/api`. */
  readonly server: string;
  /**
   * When the file was changed, in milliseconds since the epoch, so that a changed file gets a new URL. Use the
   * integration's `updatedAt` if the file's time is unknown.
   */
  readonly version?: number | undefined;
  /** Whether the browser may cache the picture. @default true */
  readonly cache?: boolean | undefined;
}

/**
 * Returns the URL of an icon setting [W-42]: a URL is unchanged, a file id becomes the server's thumbnail URL.
 *
 * @returns `undefined` if there is no icon, or its URL is not allowed for pictures
 */
export function iconUrl(icon: string | undefined, { server, version, cache = true }: IconOptions): string | undefined {
  const text = icon?.trim() ?? '';
  if (!ID_PATTERN.test(text)) return text === '' ? undefined : readIconAddress(text);
  const query = new URLSearchParams({ strategy: 'auto', cache: String(cache) });
  // A version is useful only with caching (contract 1.6).
  if (cache && version !== undefined) query.set('version', String(version));
  return `${server.replace(/\/+$/, '')}${routes.fileThumbnail(text)}?${query.toString()}`;
}

/**
 * Returns a setting's URL if it is allowed for its use.
 *
 * `picture`: https, raster data, blob, or a path (specification, section 5). `link`: http, https, mail, telephone, or a
 * path. `frame`: https, http on localhost, or a path; never data or blob, which would run as a page of their own.
 *
 * @returns `undefined` if it is not allowed
 */
export function readSinkAddress(address: string, sink: AddressSink): string | undefined {
  if (sink === 'picture') return readIconAddress(address);
  const clean = readLinkAddress(address);
  if (sink === 'link' || clean === undefined) return clean;
  if (clean.startsWith('/')) return clean;
  const url = parseAddress(clean);
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]';
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal) ? clean : undefined;
}
