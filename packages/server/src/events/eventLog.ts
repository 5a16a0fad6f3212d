import type { ReplyEvent } from '@sotto/widget-core/api';

/** One event of a run with its number, counted from 1. */
export interface LoggedEvent {
  readonly number: number;
  readonly event: ReplyEvent;
}

/** The part of a run's log after some event. */
export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** No event will follow the ones given here. */
  readonly isOver: boolean;
}

/**
 * The streamed events, numbered, so that late readers can read them again.
 *
 * A run is begun, written by one writer, and ended: by its writer, or by the process that detects the writer's crash.
 * Its events are kept while it is live and an hour longer.
 */
export interface EventLog {
  begin(runId: string): Promise<void>;
  /** Adds events after the ones there are. Ignored once the run is ended. */
  append(runId: string, events: readonly ReplyEvent[]): Promise<void>;
  /**
   * Ends a run, with the last events it is given, in one step: if several processes end it at once, the first one wins.
   */
  end(runId: string, last?: readonly ReplyEvent[]): Promise<void>;
  /**
   * What came after event `after` (0: from the start), at most `take` events; undefined when the run's events are not
   * kept here.
   */
  read(runId: string, after: number, take: number): Promise<LogPage | undefined>;
  /**
   * Resolves when there may be something after event `after`, when the run is ended or not kept, or when the signal is
   * aborted.
   */
  wait(runId: string, after: number, signal: AbortSignal): Promise<void>;
  /**
   * This process writes the run no longer, and another one goes on with it. @returns whether others have all of it;
   * absent if no other process can read it
   */
  readonly leave?: (runId: string) => Promise<boolean>;
  /** Forgets runs that are over, before their time. */
  forget(runIds: readonly string[]): Promise<void>;
  /** Ends all runs and waiting readers. */
  close(): Promise<void>;
}

/** Most events handed on at once. */
const PAGE_SIZE = 256;

/**
 * Reads a run from one event to its end, first what is stored, then live; page by page, so that a slow reader holds
 * nothing back.
 */
export async function* followRun(
  log: EventLog,
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LoggedEvent[]> {
  let last = after;
  while (!signal.aborted) {
    const page = await log.read(runId, last, PAGE_SIZE);
    if (!page) return;
    if (page.events.length > 0) yield page.events;
    last = page.events.at(-1)?.number ?? last;
    if (page.isOver) return;
    await log.wait(runId, last, signal);
    await endOfTurn();
  }
}

/**
 * Resolves when the event loop has read all pending input.
 *
 * What has come meanwhile then goes out in one piece: idle, that is at once; the busier the process, the more words
 * share a write, so that its delay grows and its work does not.
 */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
