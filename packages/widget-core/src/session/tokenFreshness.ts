import type { Clock } from '../lib/clock';
import { readTokenTimes } from '../lib/jwt';

/**
 * Returns when a token expires, on this browser's clock.
 *
 * Counts the token's own lifetime (`exp - iat`) from its arrival, so that the chat works even if the visitor's clock is
 * off by hours.
 *
 * @param token - a signed token; its `exp` and `iat` are in seconds (RFC 7519)
 * @param receivedAt - arrival of the token, in milliseconds since the epoch
 * @param answeredExpiry - `expiresAt` of the response (ms), for a token without readable times
 * @returns milliseconds since the epoch; `receivedAt` (already stale) if the lifetime is unknown
 */
export function localTokenExpiry(token: string, receivedAt: number, answeredExpiry: number | undefined): number {
  const times = readTokenTimes(token);
  if (!times) return answeredExpiry ?? receivedAt;
  if (times.iat === undefined) return times.exp * 1000;
  return receivedAt + (times.exp - times.iat) * 1000;
}

/** Whether a token has not expired. */
export function isTokenFresh(tokenExpiresAt: number, clock: Clock): boolean {
  return clock.now() < tokenExpiresAt;
}
