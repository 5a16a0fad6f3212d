import type { Clock } from '@sotto/widget-core/api';
import { isIPv6 } from 'node:net';
import { ApiError } from '../lib/apiError';
import type { AppContext } from './appEnv';

/** How many calls a minute one caller may make (contract 1.5). */
export interface RateLimits {
  /** Sessions made, per address and widget. @default 10 */
  sessionCreate: number;
  /** Sends, per conversation. @default 20 */
  complete: number;
  /** Sends, per address. @default 60 */
  completePerAddress: number;
  /** Other calls of a session, per conversation. @default 120 */
  session: number;
  /** Tries to sign in, per address and per mail address. @default 10 */
  signIn: number;
  /** Calls of a person or one of their keys. @default 300 */
  user: number;
}

/** The contract's rates. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  sessionCreate: 10,
  complete: 20,
  completePerAddress: 60,
  session: 120,
  signIn: 10,
  user: 300,
};

/** How long calls are counted together, in milliseconds. */
export const WINDOW_MS = 60_000;

/** What is left after a call. */
export interface RateCount {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the window begins anew. */
  readonly resetSeconds: number;
}

/** Counts calls in windows of a minute. One process counts in memory; several share a store of the same shape. */
export interface RateCounter {
  take(key: string, limit: number): Promise<RateCount>;
}

/** Counts in memory. Windows that have passed are dropped as new ones come. */
export function createMemoryRateCounter(clock: Clock): RateCounter {
  const windows = new Map<string, { startedAt: number; count: number }>();

  function sweep(now: number): void {
    for (const [key, window] of windows) {
      if (now - window.startedAt < WINDOW_MS) break;
      windows.delete(key);
    }
  }

  return {
    async take(key, limit) {
      const now = clock.now();
      const known = windows.get(key);
      const isCurrent = known !== undefined && now - known.startedAt < WINDOW_MS && now >= known.startedAt;
      const window = isCurrent ? known : { startedAt: now, count: 0 };
      if (!isCurrent) {
        sweep(now);
        // Deleted first, so that the map stays ordered by age.
        windows.delete(key);
        windows.set(key, window);
      }
      window.count += 1;
      return {
        isAllowed: window.count <= limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: Math.max(1, Math.ceil((window.startedAt + WINDOW_MS - now) / 1000)),
      };
    },
  };
}

/** Takes one call from a budget and says in the headers what is left. @throws ApiError 429 TOO_MANY_REQUESTS */
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
