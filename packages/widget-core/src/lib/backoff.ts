/** First delay before a repetition, in milliseconds (contract 1.4). */
export const BACKOFF_FIRST_MS = 500;
/** Longest delay between repetitions, in milliseconds (contract 1.4). */
export const BACKOFF_LONGEST_MS = 30_000;
const JITTER = 0.25;

/**
 * How long to wait before the next try: doubling from half a second to thirty, a quarter more or less,
 * so that many clients that failed together do not come back together.
 *
 * @param failures - how often it has failed so far, from 1
 * @param random - 0 to 1
 * @returns milliseconds
 */
export function backoffDelay(failures: number, random: () => number): number {
  const delayMs = Math.min(BACKOFF_FIRST_MS * 2 ** (failures - 1), BACKOFF_LONGEST_MS);
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random()));
}
