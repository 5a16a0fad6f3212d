import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readSetting, saveSetting } from '../../db/queries/settingQueries';

/** How long a process caches the switch, in milliseconds. */
const REMEMBERED_MS = 5_000;
/** Retry delay for clients, in seconds. */
const RETRY_SECONDS = 60;
const KEY = 'replies-paused';

/** The operator's switch that pauses all bots. */
export interface KillSwitch {
  /** @throws ApiError 503 while replies are paused */
  requireOff(): Promise<void>;
  /** Its current state. */
  read(): Promise<boolean>;
  set(isPaused: boolean): Promise<void>;
}

/** Stored in the database, so that all processes follow it within five seconds. */
export function createKillSwitch(db: Database, clock: Clock): KillSwitch {
  let known: { at: number; isPaused: boolean } | undefined;
  const read = async (): Promise<boolean> => (await readSetting(db, KEY)) === 'true';
  return {
    read,
    async requireOff() {
      if (!known || clock.now() - known.at > REMEMBERED_MS) known = { at: clock.now(), isPaused: await read() };
      if (known.isPaused)
        throw new ApiError('SERVICE_UNAVAILABLE', 'This chat is paused at the moment. Please try again later.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
    },
    async set(isPaused) {
      await saveSetting(db, KEY, String(isPaused), clock.now());
      known = { at: clock.now(), isPaused };
    },
  };
}
