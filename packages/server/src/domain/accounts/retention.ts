import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { deleteUser, type ErasedAccount } from '../../db/queries/accounts/accountDataQueries';
import {
  countContents,
  deleteConversations,
  deleteSomeMessages,
  deleteSomeRuns,
  forgetFiles,
  listAnswered,
  listFilesOf,
  listRecentRuns,
  NOTHING_DELETED,
  someExpired,
  someExpiredFiles,
  someOfOwner,
  someOfSubject,
  someOfWidget,
  someOlderThan,
  type DeletedCounts,
  type DeletedRun,
  type SubjectOf,
} from '../../db/queries/retentionQueries';
import { EVENTS_KEPT_MS } from '../../events/memoryEventLog';
import type { MailQueue } from '../../accounts/mailQueue';
import type { FileStore } from '../../uploads/fileStore';
import type { DeletedReplies } from '../replies/deletedReplies';

export type { DeletedCounts, SubjectOf } from '../../db/queries/retentionQueries';

/** Conversations deleted per batch. */
const SLICE = 200;
/** Messages deleted per statement, so that locks are held for milliseconds. */
const MESSAGES = 500;
const DAY_MS = 86_400_000;

/**
 * Deletes conversations with all content, including files, in small batches, so that no query waits for a long
 * statement.
 */
export interface Retention {
  /** All conversations of a widget. */
  deleteVisitorsOf(widgetId: string): Promise<DeletedCounts>;
  /** These conversations. */
  deleteConversations(ids: readonly string[]): Promise<DeletedCounts>;
  /** All conversations of an account's widgets, and its trials. */
  deleteOfOwner(ownerId: string): Promise<DeletedCounts>;
  /** Deletes every conversation of a verified subject. */
  deleteOfSubject(which: SubjectOf): Promise<DeletedCounts>;
  /**
   * Deletes the account's row with everything that references it, and conversations and documents added in the
   * meantime.
   */
  deleteOwner(account: ErasedAccount): Promise<void>;
  /** Deletes conversations and files past their retention, by widget setting and operator setting. */
  sweep(): Promise<DeletedCounts>;
}

/** Dependencies. `keepDays`: undefined leaves it to each widget. */
export interface RetentionOptions {
  readonly db: Database;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly keepDays: number | undefined;
  /** Drops the events of replies. */
  readonly forgetRuns: (runIds: readonly string[]) => Promise<void>;
  readonly replies: DeletedReplies;
  readonly mails: Pick<MailQueue, 'forget'>;
}

/** @see Retention */
export function createRetention({
  db,
  store,
  clock,
  keepDays,
  forgetRuns,
  replies,
  mails,
}: RetentionOptions): Retention {
  async function inSlices(deleteSome: () => Promise<number>, size: number): Promise<void> {
    while ((await deleteSome()) >= size) await nextTurn(); // The embedded database works in this thread.
  }

  async function deleteBytes(fileIds: readonly string[]): Promise<void> {
    for (const id of fileIds) await store.delete(id);
  }

  async function cut(begun: readonly DeletedRun[]): Promise<void> {
    await replies.cut(begun);
    if (begun.length > 0) await forgetRuns(begun.map(({ id }) => id));
  }

  async function deleteTogether(ids: readonly string[]): Promise<DeletedCounts> {
    await replies.stop(await listAnswered(db, ids));
    const counts = await countContents(db, ids);
    await forgetRuns(await listRecentRuns(db, ids, clock.now() - EVENTS_KEPT_MS - DAY_MS));
    // Files first: after a failure the rows still exist for another attempt.
    await deleteBytes(await listFilesOf(db, ids));
    await inSlices(() => deleteSomeMessages(db, ids, MESSAGES), MESSAGES);
    await inSlices(() => deleteSomeRuns(db, ids, MESSAGES), MESSAGES);
    await cut(await deleteConversations(db, ids, deleteBytes));
    return counts;
  }

  async function deleteAll(next: () => Promise<string[]>): Promise<DeletedCounts> {
    let total = NOTHING_DELETED;
    for (;;) {
      const ids = await next();
      if (ids.length > 0) total = add(total, await deleteTogether(ids));
      if (ids.length < SLICE) return total;
      await nextTurn();
    }
  }

  return {
    deleteVisitorsOf: (widgetId) => deleteAll(() => someOfWidget(db, widgetId, SLICE)),
    deleteConversations: async (ids) => (ids.length === 0 ? NOTHING_DELETED : deleteTogether(ids)),
    deleteOfOwner: (ownerId) => deleteAll(() => someOfOwner(db, ownerId, SLICE)),
    deleteOfSubject: (which) => deleteAll(() => someOfSubject(db, which, SLICE)),
    async deleteOwner(account) {
      const begun: DeletedRun[] = [];
      await deleteUser(db, account, {
        deleteBytes,
        deleteMails: (tx) => mails.forget(tx, account.email),
        async deleteConversations(tx) {
          for (;;) {
            const ids = await someOfOwner(tx, account.id, SLICE);
            begun.push(...(await deleteConversations(tx, ids, deleteBytes)));
            if (ids.length < SLICE) return;
          }
        },
      });
      await cut(begun);
    },
    async sweep() {
      let total = await deleteAll(() => someExpired(db, clock.now(), SLICE));
      if (keepDays !== undefined)
        total = add(total, await deleteAll(() => someOlderThan(db, clock.now() - keepDays * DAY_MS, SLICE)));
      await inSlices(async () => {
        const ids = await someExpiredFiles(db, clock.now(), SLICE);
        for (const id of ids) await store.delete(id);
        await forgetFiles(db, ids);
        total = add(total, { ...NOTHING_DELETED, files: ids.length });
        return ids.length;
      }, SLICE);
      return total;
    },
  };
}

/** Combines two deletion results. */
function add(a: DeletedCounts, b: DeletedCounts): DeletedCounts {
  return {
    conversations: a.conversations + b.conversations,
    messages: a.messages + b.messages,
    replies: a.replies + b.replies,
    votes: a.votes + b.votes,
    contacts: a.contacts + b.contacts,
    files: a.files + b.files,
    bytes: a.bytes + b.bytes,
  };
}
