import type { Clock } from '@sotto/widget-core/api';
import { createEventList, type EventList } from './eventList';
import type { LogPage } from './eventLog';
import type { RedisLink } from './redisLink';
import type { RedisRuns } from './redisRuns';
import { createWaiters, type Waiters } from './waiters';

/** Pause after a failed write to Redis, in milliseconds, so that a reply does not wait for every token. */
const PAUSE_MS = 2_000;

/** A run written by this process. */
export interface Writer {
  readonly events: EventList;
  readonly waiters: Waiters;
  /** Number of events that local readers may see: those stored in Redis, or all while Redis is unavailable. */
  visible: number;
  /** Number of events stored in Redis; -1 if it does not have the run. */
  shared: number;
  isOver: boolean;
  /** Writes of a run are sequential. */
  sharing: Promise<void>;
  cancelExpiry?: () => void;
}

/** Runs written by this process, until Redis has all their events. */
export interface RunPublishers {
  get(runId: string): Writer | undefined;
  add(runId: string): Writer;
  forget(runId: string, writer: Writer): void;
  /** Writes missing events to Redis. Never fails: without Redis the run continues locally, and is written later. */
  share(runId: string, writer: Writer): Promise<void>;
  /** Hands a run over to another process once Redis has all of it. @returns whether it has */
  leave(runId: string): Promise<boolean>;
  close(): void;
}

/** @see RunPublishers */
export function createRunPublishers(runs: RedisRuns, link: RedisLink, clock: Clock): RunPublishers {
  const writers = new Map<string, Writer>();
  let pausedUntil = 0;
  let cancelRetry = (): void => undefined;
  const stopListening = link.onReturn(catchUp);

  function catchUp(): void {
    pausedUntil = 0;
    for (const [runId, writer] of writers) void share(runId, writer);
  }
  function forget(runId: string, writer: Writer): void {
    writer.cancelExpiry?.();
    writers.delete(runId);
    writer.waiters.wake();
  }
  async function shareNow(runId: string, writer: Writer): Promise<void> {
    if (!link.isReady || clock.now() < pausedUntil || writers.get(runId) !== writer) return;
    try {
      if (await shareRest(runs, runId, writer)) forget(runId, writer);
    } catch {
      pausedUntil = clock.now() + PAUSE_MS;
      cancelRetry();
      cancelRetry = clock.setTimer(catchUp, PAUSE_MS);
    }
  }
  function share(runId: string, writer: Writer): Promise<void> {
    writer.sharing = writer.sharing.then(() => shareNow(runId, writer));
    return writer.sharing;
  }

  return {
    get: (runId) => writers.get(runId),
    add(runId) {
      const writer: Writer = {
        events: createEventList(),
        waiters: createWaiters(),
        visible: 0,
        shared: -1,
        isOver: false,
        sharing: Promise.resolve(),
      };
      writers.set(runId, writer);
      return writer;
    },
    forget,
    share,
    async leave(runId) {
      const writer = writers.get(runId);
      if (!writer) return true;
      await share(runId, writer);
      if (writer.shared < writer.events.length) return false;
      forget(runId, writer);
      return true;
    },
    close() {
      stopListening();
      cancelRetry();
      for (const [runId, writer] of writers) forget(runId, writer);
    },
  };
}

/** A page of a run that is written here. */
export function readWriter(writer: Writer, after: number, take: number): LogPage {
  const events = writer.events.page(after, Math.min(after + take, writer.visible));
  return { events, isOver: writer.isOver && after + events.length >= writer.events.length };
}

/** @returns whether Redis has the whole run, or another process has ended it there: then Redis is authoritative */
async function shareRest(runs: RedisRuns, runId: string, writer: Writer): Promise<boolean> {
  const until = writer.events.length;
  const part = (after: number) => writer.events.page(after, until).map(({ event }) => event);
  if (writer.shared < 0) {
    await runs.begin(runId, part(0));
  } else if (writer.shared < until) {
    const outcome = await runs.append(runId, writer.shared + 1, part(writer.shared));
    if (outcome === 'over') return true;
    // Redis has lost the run, for example in a restart: write it again.
    if (outcome === 'unknown') await runs.begin(runId, part(0));
  }
  writer.shared = until;
  // Events added during the write to Redis are written by the next call, and the end after them.
  if (!writer.isOver || writer.events.length > until) return false;
  const ended = await runs.end(runId, []);
  if (ended === 'unknown') {
    await runs.begin(runId, part(0));
    await runs.end(runId, []);
  }
  return true;
}
