import { delay, type Clock } from '@sotto/widget-core/api';
import { outageOf } from '../../db/outage';

/** How long a finished reply waits for a database that is away, in milliseconds. */
export const STORE_PATIENCE_MS = 60_000;
/** How long after a failure it is tried again, in milliseconds: the first time, and at most. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 2_000;

/**
 * Does a piece of work with the database, again and again while the database cannot be reached or is too slow. The work
 * must do no harm when it is done twice: its first try may have succeeded without anybody hearing of it.
 *
 * @param isRetry - told to the work: whether it has been tried before
 * @throws the last failure, when the patience is over or the signal is aborted
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
      // A signal that is aborted meanwhile ends the wait; what is told then is what went wrong.
      await delay(clock, again, signal).catch(() => {
        throw error;
      });
    }
  }
}
