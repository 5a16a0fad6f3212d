import { createId, type Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import {
  countResources,
  isLastOperator,
  listDocuments,
  type ResourceCounts,
} from '../../db/queries/accounts/accountDataQueries';
import { deleteUsage } from '../../db/queries/accounts/counterQueries';
import { listSubscriptions } from '../../db/queries/accounts/subscriptionQueries';
import { listTeamsOfLastOwner } from '../../db/queries/accounts/memberQueries';
import { deleteDatasetFile } from '../../db/queries/hub/passageQueries';
import { listWidgetsOf } from '../../db/queries/retentionQueries';
import type { StoredUser } from '../../db/queries/accounts/userQueries';
import type { FileStore } from '../../uploads/fileStore';
import type { DeletedCounts, Retention, SubjectOf } from './retention';
import type { Budgets } from './budgets';

/** The record of a deletion. */
export interface Receipt {
  readonly id: string;
  readonly deletedAt: number;
  readonly target: { readonly type: 'conversation' | 'subject' | 'account'; readonly id: string };
  readonly counts: DeletedCounts & Partial<ResourceCounts>;
}

/**
 * Deletes permanently: rows, stored files, and cached responses, as listed per table in `erasureRules.ts`. Running
 * replies are stopped first. Calls can be repeated after a failure.
 */
export interface Erasure {
  conversation(id: string): Promise<Receipt>;
  /** Deletes all conversations of a verified subject. @throws ApiError 404 if there are none */
  subject(which: SubjectOf): Promise<Receipt>;
  /**
   * Deletes an account and everything it owns. @throws ApiError 409 for the only operator, for the last owner of a
   * team, and while a plan is active
   */
  account(user: StoredUser): Promise<Receipt>;
}

/** Dependencies. */
export interface ErasureOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: FileStore;
  readonly retention: Retention;
  readonly budgets: Pick<Budgets, 'subjectCounter'>;
}

/** Page size for listing documents. */
const DOCUMENTS = 100;

/** @see Erasure */
export function createErasure({ db, clock, store, retention, budgets }: ErasureOptions): Erasure {
  const receipt = (target: Receipt['target'], counts: Receipt['counts']): Receipt => ({
    id: createId('receipt', clock),
    deletedAt: clock.now(),
    target,
    counts,
  });

  return {
    async conversation(id) {
      return receipt({ type: 'conversation', id }, await retention.deleteConversations([id]));
    },
    async subject(which) {
      // First, so that the deletion can be repeated while conversations exist.
      const widgetIds = await listWidgetsOf(db, which);
      await deleteUsage(
        db,
        widgetIds.map((id) => budgets.subjectCounter(id, which.subject)),
      );
      const counts = await retention.deleteOfSubject(which);
      if (counts.conversations === 0) throw new ApiError('NOT_FOUND', 'There is no conversation of this subject');
      return receipt({ type: 'subject', id: which.subject }, counts);
    },
    async account(user) {
      if (user.isOperator && (await isLastOperator(db, user.id)))
        throw new ApiError('CONFLICT', 'This is the only operator account. The server needs one.');
      const [team] = await listTeamsOfLastOwner(db, user.id);
      if (team !== undefined)
        throw new ApiError(
          'CONFLICT',
          `This account is the last owner of the team “${team}”. Make another member an owner first, or delete the team.`,
        );
      if ((await listSubscriptions(db, user.id)).some(({ status }) => status !== 'ended'))
        throw new ApiError('CONFLICT', 'Cancel your plan first: it would be charged for an account that is gone.');
      const resourceCounts = await countResources(db, user.id);
      const counts = await retention.deleteOfOwner(user.id);
      for (;;) {
        const documents = await listDocuments(db, user.id, DOCUMENTS);
        for (const { id, datasetId } of documents) {
          await store.delete(id);
          await deleteDatasetFile(db, datasetId, id);
        }
        if (documents.length < DOCUMENTS) break;
      }
      await retention.deleteOwner(user);
      return receipt({ type: 'account', id: user.id }, { ...counts, ...resourceCounts });
    },
  };
}
