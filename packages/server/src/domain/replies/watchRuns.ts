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

/** Interval of a process's heartbeat for its replies, in milliseconds. */
export const HEARTBEAT_MS = 3_000;
/**
 * A reply whose process has been silent this long, in milliseconds of the database's clock, is taken for interrupted.
 */
export const SILENT_MS = 12_000;

/**
 * How often crashed writer processes are looked for, in milliseconds: a reader waits at most that long until the crash
 * of its writer is detected.
 */
export const CHECK_INTERVAL_MS = 500;

/** What watching needs. */
export interface WatchOptions {
  db: Database;
  clock: Clock;
  log: EventLog;
  /** Whether no other process can be writing: then every reply found running at the start is a dead process's. */
  isAlone: boolean;
  processes: Processes;
  /** Called with failures of background work. */
  onError: (error: unknown, runId: string) => void;
}

/** The process that sends the heartbeat. */
export interface Watched {
  readonly owner: string;
  /** Ids of the runs it writes. */
  readonly runs: () => readonly string[];
  /** Gives up a run that others have closed. */
  readonly giveUp: (runId: string) => void;
  /** Goes on with a reply that another process has left; undefined: this process cannot. */
  readonly takeOver: ((run: Run) => Promise<void>) | undefined;
}

/**
 * Sends heartbeats for this process, and closes the replies of processes without one, so that a visitor can send again.
 *
 * A crashed process is detected within a second or two, because its lock is free. A hung one, or one whose name has no
 * lock, is detected by missing heartbeats.
 *
 * After a database outage no heartbeats have arrived for a while: other processes get time to send one before they are
 * considered crashed.
 *
 * @returns what ends it
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

/** Does something again and again, so many milliseconds after it was last done. @returns what ends it */
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
