import type { RateCounter } from '../events/rateCounter';
import { ApiError } from '../lib/apiError';
import { networkOf } from '../lib/addresses';
import { findCaller, isOurProxy, type TrustedProxies } from '../lib/trustedProxies';
import type { AppContext } from './appEnv';

/**
 * Takes one call from a budget and sends the remaining number in the headers. @throws ApiError 429 TOO_MANY_REQUESTS
 */
export async function spend(context: AppContext, counter: RateCounter, key: string, limit: number): Promise<void> {
  const count = await counter.take(key, limit);
  context.header('RateLimit-Limit', String(limit));
  context.header('RateLimit-Remaining', String(count.remaining));
  context.header('RateLimit-Reset', String(count.resetSeconds));
  if (!count.isAllowed) throw new ApiError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: count.resetSeconds });
}

/** The address a request counts for (`findCaller`). IPv6 counts by its /64. */
export function callerAddress(context: AppContext, trustedProxies: TrustedProxies): string {
  return networkOf(findCaller(connectedFrom(context), context.req.header('x-forwarded-for') ?? '', trustedProxies));
}

/** Whether a request comes over one of our own proxies: what it writes into other headers counts as well. */
export function isProxied(context: AppContext, trustedProxies: TrustedProxies): boolean {
  return isOurProxy(connectedFrom(context), trustedProxies);
}

/** The address at the other end of the connection; a call of a page of this process has none. */
export function connectedFrom(context: AppContext): string {
  const env = context.env as AppContext['env'] | undefined;
  return env?.incoming?.socket.remoteAddress ?? 'unknown';
}
