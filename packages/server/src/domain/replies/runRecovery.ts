import type { Clock, ReplyEvent } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { readMessage } from '../../db/queries/conversations/messageQueries';
import { listEndedRuns, type Run } from '../../db/queries/conversations/runQueries';
import type { EventLog } from '../../events/eventLog';
import { interruptedEvents } from './writeReply';

/** Polling interval for silent replies with readers, and the silence before the first check, in milliseconds. */
export const SWEEP_INTERVAL_MS = 1_000;
export const IDLE_MS = 1_500;

/** A reader of a reply. */
export interface Following {
  /** An event has arrived. Called for every page of events, so it only reads the clock. */
  readonly touch: () => void;
  readonly end: () => void;
}

/** Dependencies. */
export interface RunRecoveryOptions {
  readonly db: Database;
  readonly log: EventLog;
  readonly clock: Clock;
  /** Whether this process writes the reply: then the database is not queried. */
  readonly isOwn: (run: Pick<Run, 'id' | 'conversationId'>) => boolean;
}

/** Ends the event logs of replies that ended without a final event, because their process crashed at that moment. */
export interface RunRecovery {
  /** Monitors a reply while it has readers. */
  follow(run: Pick<Run, 'id' | 'conversationId'>): Following;
  close(): void;
}

/**
 * Checks all silent replies of other processes in a single statement, so that ten thousand readers cost as much as
 * one.
 */
export function createRunRecovery({ db, log, clock, isOwn }: RunRecoveryOptions): RunRecovery {
  const followed = new Map<string, { readonly conversationId: string; lastEventAt: number; readers: number }>();
  let cancel: (() => void) | undefined;

  async function endEvents(run: Run): Promise<void> {
    if (run.status === 'done') return log.end(run.id, (await replayStored(db, run)).slice(-2));
    const message = await readMessage(db, run.conversationId, run.botMessageId);
    await log.end(run.id, interruptedEvents(run.id, message?.parts, run.failure ?? undefined));
  }
  async function findInterrupted(): Promise<void> {
    const idleSince = clock.now() - IDLE_MS;
    const idle = [...followed]
      .filter(([id, { conversationId, lastEventAt }]) => lastEventAt <= idleSince && !isOwn({ id, conversationId }))
      .map(([id]) => id);
    if (idle.length === 0) return;
    for (const run of await listEndedRuns(db, idle)) await endEvents(run);
  }
  function schedule(): void {
    cancel ??= clock.setTimer(() => {
      // An unavailable database is queried again.
      void findInterrupted()
        .catch(() => undefined)
        .finally(() => {
          cancel = undefined;
          if (followed.size > 0) schedule();
        });
    }, SWEEP_INTERVAL_MS);
  }

  return {
    follow({ id, conversationId }) {
      const entry = followed.get(id) ?? { conversationId, lastEventAt: clock.now(), readers: 0 };
      followed.set(id, entry);
      entry.readers += 1;
      schedule();
      return {
        touch() {
          entry.lastEventAt = clock.now();
        },
        end() {
          entry.readers -= 1;
          if (entry.readers === 0) followed.delete(id);
        },
      };
    },
    close() {
      cancel?.();
      // Nothing is scheduled any more.
      cancel = () => undefined;
      followed.clear();
    },
  };
}

/** The events of a finished reply, from its stored message. */
export async function replayStored(db: Database, run: Run): Promise<ReplyEvent[]> {
  const message = await readMessage(db, run.conversationId, run.botMessageId);
  const text = message?.text ?? '';
  const userMessageId = run.userMessageId === null ? {} : { userMessageId: run.userMessageId };
  return [
    {
      type: 'completeBegin',
      data: { id: run.id, conversationId: run.conversationId, messageId: run.botMessageId, ...userMessageId },
    },
    // Readers that continue a message have its beginning; the result contains all of it.
    ...(text === '' || run.isContinuation ? [] : [{ type: 'token' as const, data: { token: text } }]),
    {
      type: 'result',
      data: {
        id: run.botMessageId,
        text,
        usage: { token: run.tokens },
        end: { reason: toEndReason(run.endReason) },
        ...userMessageId,
        ...(message?.references && { references: message.references }),
        ...(message?.parts && { parts: message.parts }),
      },
    },
    { type: 'completeEnd', data: { id: run.id } },
  ];
}

function toEndReason(reason: string | null): 'stop' | 'length' | 'activity' | 'iteration' | 'abort' {
  return reason === 'length' || reason === 'activity' || reason === 'iteration' || reason === 'abort' ? reason : 'stop';
}
