import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { indexBetween, readNewestPlace } from '../../db/queries/conversations/messageWordQueries';
import { readSetting, saveSetting } from '../../db/queries/settingQueries';

/** Messages per batch: about 20 ms, during which the embedded database is blocked. */
const SLICE = 200;
/** Setting with the position up to which all messages are indexed. */
const DONE = 'indexed-messages';

/**
 * Indexes messages that were stored without their words: by an earlier version, or by a process that crashed in
 * between.
 */
export interface WordFill {
  /** Indexes messages since the last run, in small batches. */
  fill(): Promise<void>;
  /** Stops; the next run continues from there. */
  close(): Promise<void>;
}

/** @see WordFill */
export function createWordFill({ db, clock }: { db: Database; clock: Clock }): WordFill {
  let isClosed = false;
  let filling: Promise<void> | undefined;

  async function fill(): Promise<void> {
    const end = await readNewestPlace(db);
    let done = Number((await readSetting(db, DONE)) ?? 0);
    while (done < end && !isClosed) {
      const startedAt = performance.now();
      const next = Math.min(end, done + SLICE);
      await indexBetween(db, done, next);
      await saveSetting(db, DONE, String(next), clock.now());
      done = next;
      // Pause for as long as the batch took.
      await wait(performance.now() - startedAt, undefined, { ref: false });
    }
  }
  return {
    fill: () => (filling ??= fill().finally(() => (filling = undefined))),
    async close() {
      isClosed = true;
      await filling?.catch(() => undefined);
    },
  };
}
