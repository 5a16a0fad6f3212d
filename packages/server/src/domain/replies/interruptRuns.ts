import type { Clock } from '@sotto/widget-core/api';
import { messageParts } from '@sotto/widget-core/internal/server';
import type { Database } from '../../db/database';
import { readMessage } from '../../db/queries/conversations/messageQueries';
import { readRun, type Run } from '../../db/queries/conversations/runQueries';
import type { Draft } from '../../db/schema';
import type { EventLog } from '../../events/eventLog';
import { endReply } from './endReply';
import { createReplyParts, toStorable } from './replyParts';
import { interruptedEvents } from './writeReply';

/** Dependencies. */
export interface InterruptDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: EventLog;
}

/** Events per read. */
const PAGE_SIZE = 256;
const NOTHING: Draft = { text: '', parts: null, tokens: 0, steps: [] };

/**
 * Ends a run whose process has crashed, so that it can be retried. Its text is kept: the last checkpoint, and what
 * was sent to readers since.
 *
 * @returns false if another process has ended it
 */
export async function interruptRun(
  deps: InterruptDeps,
  { id, conversationId }: Pick<Run, 'id' | 'conversationId'>,
): Promise<boolean> {
  const { db, clock, log } = deps;
  const run = await readRun(db, conversationId, id);
  if (run?.status !== 'running') return false;
  const draft = await addTail(deps, run);
  const isClosed = await endReply(deps, run, draft, {
    status: 'interrupted',
    endReason: 'error',
    tokens: draft.tokens,
    endedAt: clock.now(),
  });
  if (isClosed) await log.end(id, interruptedEvents(id, draft.parts));
  return isClosed;
}

/** The last checkpoint, with text sent after it. */
async function addTail(
  { db, log, clock }: InterruptDeps,
  { id, conversationId, botMessageId, isContinuation, draft: stored }: Run,
): Promise<Draft> {
  const earlier = isContinuation ? await readMessage(db, conversationId, botMessageId) : undefined;
  const draft = stored ?? (earlier ? { ...NOTHING, text: earlier.text, parts: earlier.parts } : NOTHING);
  const writtenText = (earlier?.text ?? '') + (await readWritten(log, id).catch(() => ''));
  if (writtenText.length <= draft.text.length || !writtenText.startsWith(draft.text)) return draft;
  const parts = createReplyParts(messageParts(draft));
  parts.add({ type: 'token', data: { token: writtenText.slice(draft.text.length) } }, clock.now());
  return toStorable({ ...draft, text: parts.text(), parts: parts.end(clock.now()) ?? null });
}

/** Text of a run in the log; empty if it is not stored. */
async function readWritten(log: EventLog, runId: string): Promise<string> {
  let text = '';
  let after = 0;
  for (;;) {
    const page = await log.read(runId, after, PAGE_SIZE);
    const last = page?.events.at(-1);
    if (!page || !last) return text;
    for (const { event } of page.events) if (event.type === 'token') text += event.data.token;
    after = last.number;
  }
}
