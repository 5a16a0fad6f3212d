import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import type { Processes } from '../../db/processes';
import {
  beatRuns,
  HANDED_OVER,
  listRunningRuns,
  listRunsOf,
  listSilentRuns,
  listWriters,
  type Run,
} from '../../db/queries/conversations/runQueries';
import type { EventLog } from '../../events/eventLog';
import { interruptRun } from './interruptRuns';

/** Heartbeat interval, in milliseconds. */
export const HEARTBEAT_MS = 3_000;
/**
 * A reply whose process has sent no heartbeat for this long, in milliseconds of the database's clock, counts as
 * interrupted.
 */
export const SILENT_MS = 12_000;

/** Interval of checks for crashed processes, in milliseconds; the maximum delay until readers learn of a crash. */
export const CHECK_INTERVAL_MS = 500;

/** Dependencies. */
export interface WatchOptions {
  db: Database;
  clock: Clock;
  log: EventLog;
  /** Whether no other process can write: then all replies running at the start are from crashed processes. */
  isAlone: boolean;
  processes: Processes;
  /** Called with errors of background work. */
  onError: (error: unknown, runId: string) => void;
}

/** The process that sends the heartbeat. */
export interface Watched {
  readonly owner: string;
  /** Ids of its runs. */
  readonly runs: () => readonly string[];
  /** Abandons a run that others have ended. */
  readonly giveUp: (runId: string) => void;
  /** Continues a reply left by another process; undefined if this process cannot. */
  readonly takeOver: ((run: Run) => Promise<void>) | undefined;
}

/**
 * Sends heartbeats for this process, and ends the replies of processes without one, so that visitors can send again.
 *
 * A crashed process is detected within two seconds, because its lock is free. A hung one, or one without a lock, is
 * detected by missing heartbeats.
 *
 * During a database outage no heartbeats arrive, so afterwards other processes get time to send one before they count
 * as crashed.
 *
 * @returns stops it
 */
export async function watchRuns(
  { db, clock, log, isAlone, processes, onError }: WatchOptions,
  { owner, runs, giveUp, takeOver }: Watched,
): Promise<() => void> {
  if (isAlone) {
    for (const run of await listRunningRuns(db)) await interruptRun({ db, clock, log }, run);
    return () => undefined;
  }
  let hearsSince: number | undefined = clock.now();

  async function beatOnce(): Promise<void> {
    const checked = runs();
    if (checked.length > 0) {
      const mine = new Set(await beatRuns(db, owner));
      for (const runId of checked) if (!mine.has(runId)) giveUp(runId);
    }
    hearsSince ??= clock.now();
    if (clock.now() - hearsSince < SILENT_MS) return;
    for (const run of await listSilentRuns(db, SILENT_MS)) await interruptRun({ db, clock, log }, run);
  }
  async function checkOnce(): Promise<void> {
    const writers = await listWriters(db, owner);
    if (takeOver && writers.includes(HANDED_OVER))
      for (const run of await listRunsOf(db, [HANDED_OVER])) await takeOver(run);
    const gone = await processes.findGone(writers);
    for (const run of await listRunsOf(db, gone)) await interruptRun({ db, clock, log }, run);
  }
  const fail = (error: unknown): void => {
    hearsSince = undefined;
    onError(error, 'heartbeat');
  };

  const ends = [
    repeat(clock, HEARTBEAT_MS, () => beatOnce().catch(fail)),
    repeat(clock, CHECK_INTERVAL_MS, () => checkOnce().catch(() => undefined)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Repeats an action, with a pause after each run. @returns stops it */
function repeat(clock: Clock, everyMs: number, work: () => Promise<void>): () => void {
  let isOver = false;
  let cancel = clock.setTimer(start, everyMs);
  function start(): void {
    void work().finally(() => {
      if (!isOver) cancel = clock.setTimer(start, everyMs);
    });
  }
  return () => {
    isOver = true;
    cancel();
  };
}
