import { isIPv6 } from 'node:net';
import type { RateCounter } from '../events/rateCounter';
import { ApiError } from '../lib/apiError';
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

/**
 * The address a request counts for: the connection's, or with `trustedProxies` the one that the outermost of our own
 * proxies saw.
 * What stands further left in `X-Forwarded-For` was written by the caller and counts for nothing. IPv6 counts by its
 * /64.
 */
export function callerAddress(context: AppContext, trustedProxies: number): string {
  const direct = context.env.incoming?.socket.remoteAddress ?? 'unknown';
  const hops =
    trustedProxies > 0
      ? (context.req.header('x-forwarded-for') ?? '')
          .split(',')
          .map((hop) => hop.trim())
          .filter((hop) => hop !== '')
      : [];
  const address = hops.length === 0 ? direct : (hops[Math.max(0, hops.length - trustedProxies)] ?? direct);
  return networkOf(address);
}

/** The part of an address that one caller holds. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain.slice(0, 64);
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
