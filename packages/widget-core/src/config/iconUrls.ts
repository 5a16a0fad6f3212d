import { parseAddress, readIconAddress, readLinkAddress } from '../content/safeLinks';
import { routes } from '../api/routes';
import { ID_PATTERN } from '../lib/ids';

/**
 * Where an address of a setting ends up. What is harmless in a picture is a script in a link, so each place has its own
 * schemes.
 */
export type AddressSink = 'picture' | 'link' | 'frame';

/** What the address of an icon is made with. */
export interface IconOptions {
  /** Base address of the server, such as `https://chat.example.com` or `https://chat.example.com/api`. */
  readonly server: string;
  /**
   * When the file was changed, in milliseconds since the epoch: a changed file gets a new address. The integration's
   * `updatedAt` serves where the file's is not known.
   */
  readonly version?: number | undefined;
  /** Whether the browser may keep the picture. @default true */
  readonly cache?: boolean | undefined;
}

/**
 * The address of an icon of the settings [W-42]: an address stays what it is, a file id becomes the thumbnail call of
 * the server.
 *
 * @returns `undefined` when there is no icon or its address is not allowed in a picture
 */
export function iconUrl(icon: string | undefined, { server, version, cache = true }: IconOptions): string | undefined {
  const text = icon?.trim() ?? '';
  if (!ID_PATTERN.test(text)) return text === '' ? undefined : readIconAddress(text);
  const query = new URLSearchParams({ strategy: 'auto', cache: String(cache) });
  // Without caching a version means nothing (contract 1.6).
  if (cache && version !== undefined) query.set('version', String(version));
  return `${server.replace(/\/+$/, '')}${routes.fileThumbnail(text)}?${query.toString()}`;
}

/**
 * The address of a setting, when it may be used in its place.
 *
 * `picture`: https, raster data, blob, or a path (specification, section 5). `link`: http, https, mail, telephone, or a
 * path. `frame`: https,
 * http on this machine, or a path; never data or blob, which would run as a page of their own.
 *
 * @returns `undefined` when it may not
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
