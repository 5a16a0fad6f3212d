import { isIPv6 } from 'node:net';
import type { RateCounter } from '../events/rateCounter';
import { ApiError } from '../lib/apiError';
import { findCaller, type TrustedProxies } from '../lib/trustedProxies';
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
  const direct = context.env.incoming?.socket.remoteAddress ?? 'unknown';
  return networkOf(findCaller(direct, context.req.header('x-forwarded-for') ?? '', trustedProxies));
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
