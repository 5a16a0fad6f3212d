import type { Clock, Message, Reference } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { holdConversation, touchConversation } from '../../db/queries/conversations/conversationQueries';
import { insertMessage, updateMessage } from '../../db/queries/conversations/messageQueries';
import { endRun, type Run, type RunEnd } from '../../db/queries/conversations/runQueries';
import type { Draft } from '../../db/schema';
import { enterFork } from '../conversations/branches';
import { newMessage } from '../conversations/conversations';

/**
 * Ends the run, and stores what was written of the reply, in one step. @returns false when the run was not running any
 * more: then nothing is stored
 */
export function endReply(
  { db, clock }: { db: Database; clock: Clock },
  run: Run,
  draft: Draft,
  end: RunEnd,
  references?: readonly Reference[],
): Promise<boolean> {
  const { text, parts, steps, fork } = draft;
  return db.transaction(async (tx) => {
    // A transaction that changes messages locks the conversation first: a concurrent message waits. A reply found long
    // after its process crashed does not count as activity.
    await (end.status === 'interrupted'
      ? holdConversation(tx, run.conversationId)
      : touchConversation(tx, run.conversationId, clock.now()));
    if (!(await endRun(tx, run.id, end))) return false;
    // A call that its caller answers later is stored as messages of its own.
    const isKept = text !== '' || (parts?.length && end.endReason !== 'activity');
    if (isKept) {
      const message = newMessage(clock, run.conversationId, { id: run.botMessageId, type: 'bot', text });
      const content = {
        parts: parts && [...parts],
        endReason: shownEnd(end),
        ...(references?.length && { references: [...references] }),
      };
      // The rest of a message is no other version of it.
      if (run.isContinuation)
        await updateMessage(tx, run.conversationId, run.botMessageId, { ...content, text, updatedAt: clock.now() });
      else
        await insertMessage(tx, {
          ...message,
          ...content,
          ...placeOf(fork, steps),
          ...(fork && { versionOf: fork.versionOf }),
        });
    }
    // An end before the first word leaves the earlier version where it is; a call that its caller answers later does
    // not.
    if (fork && (isKept || end.endReason === 'activity'))
      await enterFork(tx, run.conversationId, fork, [...steps, run.botMessageId]);
    return true;
  });
}

/** Another version is put together beside the shown branch; any other reply goes to its end. */
export function placeOf(
  fork: { readonly parent?: { readonly id: string } | undefined } | undefined,
  steps: readonly string[],
): { parentId?: string | null; isCurrent?: boolean } {
  return fork ? { parentId: steps.at(-1) ?? fork.parent?.id ?? null, isCurrent: false } : {};
}

/** What is shown of an end before the end; of a failure its own sentence is. */
function shownEnd({ status, endReason }: RunEnd): NonNullable<Message['end']> | null {
  return status === 'done' && (endReason === 'abort' || endReason === 'length') ? endReason : null;
}
