import type { Clock, Message, Reference } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { holdConversation, touchConversation } from '../../db/queries/conversations/conversationQueries';
import { insertMessage, updateMessage } from '../../db/queries/conversations/messageQueries';
import { endRun, type Run, type RunEnd } from '../../db/queries/conversations/runQueries';
import type { Draft } from '../../db/schema';
import { enterFork } from '../conversations/branches';
import { newMessage } from '../conversations/conversations';

/** Ends a run and stores its text atomically. @returns false if the run had already ended: then nothing is stored */
export function endReply(
  { db, clock }: { db: Database; clock: Clock },
  run: Run,
  draft: Draft,
  end: RunEnd,
  references?: readonly Reference[],
): Promise<boolean> {
  const { text, parts, steps, fork } = draft;
  return db.transaction(async (tx) => {
    // Transactions that change messages lock the conversation first, so concurrent messages wait. A reply found long
    // after its process crashed does not count as activity.
    await (end.status === 'interrupted'
      ? holdConversation(tx, run.conversationId)
      : touchConversation(tx, run.conversationId, clock.now()));
    if (!(await endRun(tx, run.id, end))) return false;
    // Calls that the caller answers later are stored as separate messages.
    const isKept = text !== '' || (parts?.length && end.endReason !== 'activity');
    if (isKept) {
      const message = newMessage(clock, run.conversationId, { id: run.botMessageId, type: 'bot', text });
      const content = {
        parts: parts && [...parts],
        endReason: shownEnd(end),
        ...(references?.length && { references: [...references] }),
      };
      // The rest of a message is not another version.
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
    // If the reply ended before its first word, the earlier version stays visible; with a pending call it does not.
    if (fork && (isKept || end.endReason === 'activity'))
      await enterFork(tx, run.conversationId, fork, [...steps, run.botMessageId]);
    return true;
  });
}

/** Another version is assembled in a hidden branch; any other reply is appended. */
export function placeOf(
  fork: { readonly parent?: { readonly id: string } | undefined } | undefined,
  steps: readonly string[],
): { parentId?: string | null; isCurrent?: boolean } {
  return fork ? { parentId: steps.at(-1) ?? fork.parent?.id ?? null, isCurrent: false } : {};
}

/** What is shown for an early end; failures have their own message. */
function shownEnd({ status, endReason }: RunEnd): NonNullable<Message['end']> | null {
  return status === 'done' && (endReason === 'abort' || endReason === 'length') ? endReason : null;
}
