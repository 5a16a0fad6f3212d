import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/appEnv';

/** How long a browser uses https only, in seconds (a year). */
const MAX_AGE_SECONDS = 31_536_000;

/**
 * Makes browsers use https only (RFC 6797) if the public address does. Subdomains are not included: they may belong
 * to others.
 *
 * @param publicUrl - undefined if unknown
 */
export function strictTransport(publicUrl: string | undefined): MiddlewareHandler<AppEnv> {
  const isSecure = publicUrl?.startsWith('https:') === true;
  return async (context, next) => {
    await next();
    if (isSecure) context.header('Strict-Transport-Security', `max-age=${String(MAX_AGE_SECONDS)}`);
  };
}
