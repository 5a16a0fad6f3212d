/** First delay before a retry, in milliseconds (contract 1.4). */
export const BACKOFF_FIRST_MS = 500;
/** Longest delay between retries, in milliseconds (contract 1.4). */
export const BACKOFF_LONGEST_MS = 30_000;
const JITTER = 0.25;

/**
 * Delay before the next retry: doubles from half a second up to thirty, randomized by ±25 %, so that clients that
 * failed together do not retry together.
 *
 * @param failures - failures so far, from 1
 * @param random - 0 to 1
 * @returns milliseconds
 */
export function backoffDelay(failures: number, random: () => number): number {
  const delayMs = Math.min(BACKOFF_FIRST_MS * 2 ** (failures - 1), BACKOFF_LONGEST_MS);
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random()));
}
