import type { AppContext } from '../appEnv';

/** Which origin the server has and who may call it from a browser. */
export interface Origins {
  /** The origin a request came to: the configured one, else what the request says. */
  own(context: AppContext): string;
  /** Whether that one is configured. */
  readonly isConfigured: boolean;
  /**
   * Whether a browser on this origin may call for a widget with this list. An empty list means any; `null` is never
   * allowed.
   */
  isAllowed(context: AppContext, origin: string, allowedOrigins: readonly string[]): boolean;
}

/** @param trustsProxy - whether `X-Forwarded-Host` and `X-Forwarded-Proto` come from a proxy of ours */
export function createOrigins(options: { publicUrl?: string | undefined; trustsProxy: boolean }): Origins {
  const configured = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).origin;

  function own(context: AppContext): string {
    if (configured !== undefined) return configured;
    const url = new URL(context.req.url);
    if (!options.trustsProxy) return url.origin;
    const host = lastOf(context.req.header('x-forwarded-host')) ?? url.host;
    const protocol = lastOf(context.req.header('x-forwarded-proto')) ?? url.protocol.slice(0, -1);
    return URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : url.origin;
  }

  return {
    own,
    isConfigured: configured !== undefined,
    isAllowed(context, origin, allowedOrigins) {
      if (origin === own(context)) return true;
      if (!isWebOrigin(origin)) return false;
      return allowedOrigins.length === 0 || allowedOrigins.some((pattern) => matchesOrigin(pattern, origin));
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
  return /^https?:\/\//i.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}

function lastOf(list: string | undefined): string | undefined {
  return list?.split(',').at(-1)?.trim();
}
