import { ApiError } from '../lib/apiError';

/** A line in which tasks run one after the other, each after the one before has ended, well or not. */
export type Lane = <T>(task: () => Promise<T>) => Promise<T>;

/** @see Lane */
export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The time of the database that is left to a caller. */
export interface TimeLeft {
  /** In milliseconds, at least 1. */
  readonly leftMs: number;
  /** Counts how long this takes. Time before, such as the wait for a connection, is not counted. */
  readonly measure: <T>(statement: () => Promise<T>) => Promise<T>;
}

/** Sends a statement within a caller's time. @throws ApiError TIMEOUT, without sending it, when nothing is left */
export type TimeLimit = <T>(send: (time: TimeLeft) => Promise<T>) => Promise<T>;

/** Limits the time that the statements of one caller take together. They go one after the other. */
export function createTimeLimit(limitMs: number): TimeLimit {
  const lane = createLane();
  let leftMs = limitMs;
  return (send) =>
    lane(async () => {
      if (leftMs <= 0) throw outOfTime(limitMs);
      return send({
        leftMs: Math.ceil(leftMs),
        async measure(statement) {
          const startedAt = performance.now();
          try {
            return await statement();
          } finally {
            leftMs -= performance.now() - startedAt;
          }
        },
      });
    });
}

/** A caller whose time is used up. */
export function outOfTime(limitMs: number): ApiError {
  return new ApiError(
    'TIMEOUT',
    `This takes the database more than ${String(limitMs / 1000)} seconds. Request less at once`,
  );
}
