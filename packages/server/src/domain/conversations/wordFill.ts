import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { indexBetween, readNewestPlace } from '../../db/queries/conversations/messageWordQueries';
import { readSetting, saveSetting } from '../../db/queries/settingQueries';

/** Places of messages that are looked at at once: about 20 ms, in which the embedded database answers nobody. */
const SLICE = 200;
/** Setting with the place up to which every message is indexed. */
const DONE = 'indexed-messages';

/**
 * Indexes messages that were stored without their words: by a version without the index, or by a process that crashed
 * between the two.
 */
export interface WordFill {
  /** Indexes those since the last fill. Inboxes find them bit by bit; others read and write meanwhile. */
  fill(): Promise<void>;
  /** Ends a fill; the next one goes on from there. */
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
      // For as long again others are answered.
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
