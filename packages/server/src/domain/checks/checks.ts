import type { Clock } from '@sotto/widget-core/api';
import {
  claimCheck,
  dependentsOf,
  requestAfterSave,
  settleCheck,
  type StoredCheck,
} from '../../db/queries/hub/checkQueries';
import { createQueueWorker } from '../../db/queueWorker';
import type { ChangeHook } from '../accounts/plans';
import type { Profiles } from '../hub/profiles';
import { LEASE_MS, playCheck, type PlayDeps } from './playCheck';

/** Checks that this process runs at a time, one for each account. */
const AT_ONCE = 2;
/** How long after the last of several saves checks run, in milliseconds. */
export const SAVE_WAIT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Nightly runs begin between 01:00 and 05:00 UTC, each check at a moment of its own. */
const NIGHT_BEGINS_MS = 3_600_000;
const NIGHT_MS = 4 * 3_600_000;

/** Runs checks that are due, in the background. */
export interface Checks {
  /** Looks for due checks at once. */
  wake(): void;
  close(): Promise<void>;
}

/** Dependencies. */
export interface ChecksOptions extends PlayDeps {
  readonly onError: (error: unknown) => void;
}

/** Starts to run checks; the queue is their table, so that each run is made by one process. */
export function createChecks(options: ChecksOptions): Checks {
  const { db, clock } = options;
  const worker = createQueueWorker<StoredCheck>({
    clock,
    atOnce: AT_ONCE,
    claim: () => claimCheck(db, clock.now(), LEASE_MS),
    async work(check, signal) {
      const result = await playCheck(options, check, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        options.onError(error);
        const reason = 'The check could not be run because of an error of the server.';
        return { status: 'notRun' as const, reason, turns: [], startedAt: clock.now(), durationMs: 0 };
      });
      await settleCheck(db, check, result, nextNight(clock.now()));
    },
    onError: options.onError,
  });
  return { wake: () => worker.wake(), close: () => worker.close() };
}

/** A moment in the next night, after `now`. */
export function nextNight(now: number): number {
  const today = now - (now % DAY_MS) + NIGHT_BEGINS_MS;
  return (today > now ? today : today + DAY_MS) + Math.floor(Math.random() * NIGHT_MS);
}

/** Requests a run of the checks that depend on what is saved, once for several saves in a row. */
export function checksAfterSaves(clock: Clock): ChangeHook {
  return async (tx, { userId, place }, work) => {
    // Read before and after: a deleted document is only found before the change, an added one only after it.
    const before = await dependentsOf(tx, place);
    const result = await work();
    const dependents = before ?? (await dependentsOf(tx, place));
    if (dependents) await requestAfterSave(tx, userId, dependents, { now: clock.now(), waitMs: SAVE_WAIT_MS });
    return result;
  };
}

/** In a check a bot answers as in its widgets: with its own model and instructions, and not as in a trial. */
export function profilesOfChecks(profiles: Profiles): Profiles {
  return (place, questions, signal) => {
    const { checkId, trial } = place.conversation;
    if (checkId === null || trial?.type !== 'bot') return profiles(place, questions, signal);
    return profiles(
      {
        ...place,
        conversation: { ...place.conversation, trial: null },
        widget: { ...place.widget, botId: trial.id },
      },
      questions,
      signal,
    );
  };
}
