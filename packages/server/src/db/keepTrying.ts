import { delay, type Clock } from '@sotto/widget-core/api';
import { outageOf } from './outage';

/** How long a finished reply waits for an unavailable database, in milliseconds. */
export const STORE_PATIENCE_MS = 60_000;
/** Retry delays, first and maximum, in milliseconds. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 2_000;

/**
 * Retries a database operation while the database is unavailable or too slow. The operation must be idempotent: its
 * first attempt may have succeeded without a response.
 *
 * @param isRetry - passed to the operation: whether this is a repeated attempt
 * @throws the last error, at the time limit or when the signal is aborted
 */
export async function keepTrying<Result>(
  clock: Clock,
  signal: AbortSignal | undefined,
  work: (isRetry: boolean) => Promise<Result>,
): Promise<Result> {
  const giveUpAt = clock.now() + STORE_PATIENCE_MS;
  for (let again = AGAIN_MS, isRetry = false; ; again = Math.min(again * 2, AGAIN_MAX_MS), isRetry = true) {
    try {
      return await work(isRetry);
    } catch (error) {
      const outage = outageOf(error);
      if (outage === undefined || outage === 'full' || signal?.aborted === true || clock.now() + again > giveUpAt)
        throw error;
      // An aborted signal ends the wait; the last failure is thrown then.
      await delay(clock, again, signal).catch(() => {
        throw error;
      });
    }
  }
}
