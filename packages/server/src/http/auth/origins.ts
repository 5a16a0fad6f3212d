import { parseAddress } from '@sotto/widget-core/internal/server';
import type { TrustedProxies } from '../../lib/trustedProxies';
import type { AppContext } from '../appEnv';
import { isProxied } from '../rateLimits';

/** Which origin the server has and who may call it from a browser. */
export interface Origins {
  /** The origin of the server: the configured one, else the one of the request. */
  own(context: AppContext): string;
  /** Whether that one is configured. */
  readonly isConfigured: boolean;
  /**
   * Whether a browser on this origin may call for a widget with this list; `null` is never allowed.
   */
  isAllowed(context: AppContext, origin: string, allowedOrigins: readonly string[]): boolean;
  /** Whether a browser on this origin may call for some widget: a web page, of this site or another. */
  isSite(context: AppContext, origin: string): boolean;
  /** The sites besides this one where a widget with this list may be; undefined: any. */
  sitesOf(allowedOrigins: readonly string[]): readonly string[] | undefined;
}

/**
 * @param trustedProxies - whose `X-Forwarded-Host` and `X-Forwarded-Proto` count
 * @param needsList - whether a widget without a list is for this site alone. @default false: it is for any
 */
export function createOrigins(options: {
  publicUrl?: string | undefined;
  trustedProxies: TrustedProxies;
  needsList?: boolean;
}): Origins {
  const configured = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).origin;

  function own(context: AppContext): string {
    if (configured !== undefined) return configured;
    const url = new URL(context.req.url);
    if (!isProxied(context, options.trustedProxies)) return url.origin;
    const host = lastOf(context.req.header('x-forwarded-host')) ?? url.host;
    const protocol = lastOf(context.req.header('x-forwarded-proto')) ?? url.protocol.slice(0, -1);
    return parseAddress(`${protocol}://${host}`)?.origin ?? url.origin;
  }

  function sitesOf(allowedOrigins: readonly string[]): readonly string[] | undefined {
    if (options.needsList === true) return allowedOrigins.filter((pattern) => pattern !== '*');
    return allowedOrigins.length === 0 ? undefined : allowedOrigins;
  }

  return {
    own,
    isConfigured: configured !== undefined,
    sitesOf,
    isSite: (context, origin) => origin === own(context) || isWebOrigin(origin),
    isAllowed(context, origin, allowedOrigins) {
      if (origin === own(context)) return true;
      if (!isWebOrigin(origin)) return false;
      const sites = sitesOf(allowedOrigins);
      return sites === undefined || sites.some((pattern) => matchesOrigin(pattern, origin));
    },
  };
}

/** Whether an origin is the one of the pattern, or, for `https://*.example.com`, any below it. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  if (pattern === '*') return true;
  const [scheme, host] = pattern.toLowerCase().replace(/\/$/, '').split('://');
  if (scheme === undefined || host === undefined) return false;
  if (!host.startsWith('*.')) return origin.toLowerCase() === `${scheme}://${host}`;
  return origin.toLowerCase().startsWith(`${scheme}://`) && origin.toLowerCase().endsWith(host.slice(1));
}

function isWebOrigin(origin: string): boolean {
  return /^https?:\/\//i.test(origin) && parseAddress(origin)?.origin === origin;
}

function lastOf(list: string | undefined): string | undefined {
  return list?.split(',').at(-1)?.trim();
}
