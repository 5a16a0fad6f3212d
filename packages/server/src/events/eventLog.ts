import type { ReplyEvent } from '@sotto/widget-core/api';

/** One event of a run with its number, counted from 1. */
export interface LoggedEvent {
  readonly number: number;
  readonly event: ReplyEvent;
}

/** Part of a run's log. */
export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** Whether the run has ended with these events. */
  readonly isOver: boolean;
}

/**
 * Stores streamed events by number, so that they can be read again.
 *
 * A run has one writer. It is ended by its writer, or by the process that detects the writer's crash. Its events are
 * kept while it is running and for another hour.
 */
export interface EventLog {
  begin(runId: string): Promise<void>;
  /** Appends events. Ignored after the end of the run. */
  append(runId: string, events: readonly ReplyEvent[]): Promise<void>;
  /** Ends a run and appends its last events atomically; if several processes end it at once, the first one wins. */
  end(runId: string, last?: readonly ReplyEvent[]): Promise<void>;
  /** Events after number `after` (0: from the start), at most `take`; undefined if the run is not stored here. */
  read(runId: string, after: number, take: number): Promise<LogPage | undefined>;
  /**
   * Resolves when there may be events after `after`, when the run has ended or is not stored, or when the signal is
   * aborted.
   */
  wait(runId: string, after: number, signal: AbortSignal): Promise<void>;
  /**
   * Hands the run over to another process. @returns whether others have all its events; undefined if no other process
   * can read it
   */
  readonly leave?: (runId: string) => Promise<boolean>;
  /** Deletes ended runs early. */
  forget(runIds: readonly string[]): Promise<void>;
  /** Ends all runs and waiting readers. */
  close(): Promise<void>;
}

/** Maximum number of events per page. */
const PAGE_SIZE = 256;

/**
 * Reads a run from an event to its end: first stored events, then live ones, page by page, so that a slow reader
 * blocks nothing.
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
 * Events that arrived in the meantime are then sent together. An idle process sends immediately; a busy one combines
 * more events per write, which increases the delay but not the work.
 */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
