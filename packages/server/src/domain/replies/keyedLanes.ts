import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { beginDatabaseWait, databaseTimeLeft } from '../../db/databaseTime';
import { createLane, type Lane } from '../../db/timeLimit';

/** How long a task waits for its turn, in milliseconds. The wait is a part of its request's time for the database. */
export const TURN_MS = 3_000;

/**
 * Carries out the tasks of one key one after the other. @throws ApiError SERVICE_UNAVAILABLE when the turn of a task
 * has not come in time: then it is not carried out
 */
export type KeyedLanes = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Limits each conversation to one database connection for its writes: writers of a locked conversation queue here, and
 * the other connections stay available.
 */
export function createKeyedLanes(clock: Clock): KeyedLanes {
  const lanes = new Map<string, { readonly run: Lane; waiting: number }>();
  return (key, task) => {
    const lane = lanes.get(key) ?? { run: createLane(), waiting: 0 };
    lanes.set(key, lane);
    lane.waiting += 1;
    const endWait = beginDatabaseWait();
    const limitMs = Math.max(0, databaseTimeLeft(TURN_MS));
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = clock.setTimer(() => {
        isLate = true;
        endWait();
        reject(new ApiError('SERVICE_UNAVAILABLE', 'This conversation is busy', { retryAfterSeconds: 1 }));
      }, limitMs);
      void lane.run(async () => {
        if (!isLate) {
          cancel();
          endWait();
          const result = task();
          resolve(result);
          await result.catch(() => undefined);
        }
        lane.waiting -= 1;
        if (lane.waiting === 0) lanes.delete(key);
      });
    });
  };
}
