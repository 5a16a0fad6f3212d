import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { beatRuns, interruptRuns } from '../db/queries/runs';
import type { EventLog } from '../events/eventLog';
import { interruptedEvents } from './writeReply';

/** How often a process says that it still writes its replies, in milliseconds. */
export const HEARTBEAT_MS = 3_000;
/** A reply whose process has been silent this long, in milliseconds, is taken for interrupted. Clocks of the machines may differ by a good part of it. */
export const SILENT_MS = 12_000;

/** What watching needs. */
export interface WatchOptions {
  db: Database;
  clock: Clock;
  log: EventLog;
  /** Whether no other process can be writing: then every reply found running at the start is a dead process's. */
  isAlone: boolean;
  /** Told of failures that nobody is waiting for. */
  onError: (error: unknown, runId: string) => void;
}

/** The process whose life is told. */
export interface Watched {
  readonly owner: string;
  /** Ids of the runs it writes. */
  readonly runs: () => readonly string[];
  /** Gives up a run that others have closed. */
  readonly giveUp: (runId: string) => void;
}

/**
 * Says at intervals that this process lives, and closes the replies of those that do not, so that a visitor can send again.
 *
 * After the database was away nobody has been heard for a while: others are given the time to speak before they are judged.
 *
 * @returns what ends it
 */
export async function watchRuns({ db, clock, log, isAlone, onError }: WatchOptions, { owner, runs, giveUp }: Watched): Promise<() => void> {
  if (isAlone) {
    await interruptRuns(db, Number.MAX_SAFE_INTEGER, clock.now());
    return () => undefined;
  }
  let isOver = false;
  let hearsSince: number | undefined = clock.now();
  let cancel = clock.setTimer(beat, HEARTBEAT_MS);

  async function beatOnce(): Promise<void> {
    const asked = runs();
    if (asked.length > 0) {
      const mine = new Set(await beatRuns(db, owner, clock.now()));
      for (const runId of asked) if (!mine.has(runId)) giveUp(runId);
    }
    hearsSince ??= clock.now();
    if (clock.now() - hearsSince < SILENT_MS) return;
    for (const runId of await interruptRuns(db, clock.now() - SILENT_MS, clock.now())) await log.end(runId, interruptedEvents(runId));
  }
  function beat(): void {
    void beatOnce()
      .catch((error: unknown) => {
        hearsSince = undefined;
        onError(error, 'heartbeat');
      })
      .finally(() => {
        if (!isOver) cancel = clock.setTimer(beat, HEARTBEAT_MS);
      });
  }

  return () => {
    isOver = true;
    cancel();
  };
}
