import type { Clock } from '../lib/clock';
import { readTokenTimes } from '../lib/jwt';

/**
 * The moment a token stops working, on this browser's clock.
 *
 * Uses the token's own lifetime (`exp - iat`) counted from when it arrived, so a
 * visitor whose clock is wrong by hours still gets a working chat.
 *
 * @param token - a signed token; its `exp` and `iat` are in seconds (RFC 7519)
 * @param receivedAt - when the token arrived, in milliseconds since the epoch
 * @param answeredExpiry - the answer's `expiresAt` (ms), for a token without readable times
 * @returns milliseconds since the epoch; `receivedAt` (already stale) when its lifetime is unknown
 */
export function localTokenExpiry(token: string, receivedAt: number, answeredExpiry: number | undefined): number {
  const times = readTokenTimes(token);
  if (!times) return answeredExpiry ?? receivedAt;
  if (times.iat === undefined) return times.exp * 1000;
  return receivedAt + (times.exp - times.iat) * 1000;
}

/** Whether a token works now. */
export function isTokenFresh(tokenExpiresAt: number, clock: Clock): boolean {
  return clock.now() < tokenExpiresAt;
}
