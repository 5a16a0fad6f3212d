import { attempt } from '../lib/attempt';

/**
 * The address of an overlay, when it may be shown [W-13]: https, http on this machine, or a path of the server.
 *
 * @returns undefined for everything else, `javascript:` and protocol-relative addresses of other sites among it
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
