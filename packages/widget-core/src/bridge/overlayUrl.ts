import { attempt } from '../lib/attempt';

/**
 * Returns the URL of an overlay if it is allowed [W-13]: https, http on localhost, or a path of the server.
 *
 * @returns undefined for any other, including `javascript:` and protocol-relative URLs of other sites
 */
export function readOverlayUrl(frame: string, base: string): string | undefined {
  const url = attempt(() => new URL(frame, `${base}/`));
  if (!url) return undefined;
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  const isServers =
    url.origin === attempt(() => new URL(base).origin) && (url.protocol === 'https:' || url.protocol === 'http:');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) || isServers) return url.href;
  return undefined;
}
