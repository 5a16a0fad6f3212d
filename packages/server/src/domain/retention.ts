import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { deleteOldConversations, deleteVisitorsOf, type DeletedSlice } from '../db/queries/retention';
import type { FileStore } from '../uploads/fileStore';

/** Conversations that one statement deletes: what waits for its locks waits for milliseconds. */
const SLICE = 200;
const DAY_MS = 86_400_000;

/**
 * Deletes conversations with everything in them, bytes of files included, a few at a time: nobody waits for a long
 * statement.
 */
export interface Retention {
  /** Every conversation of a widget. */
  deleteVisitorsOf(widgetId: string): Promise<void>;
  /** Every conversation that has been without a sign of life for as long as the settings say. */
  sweep(): Promise<void>;
}

/** What deleting needs. `keepDays`: undefined keeps conversations for ever. */
export interface RetentionOptions {
  readonly db: Database;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly keepDays: number | undefined;
}

/** @see Retention */
export function createRetention({ db, store, clock, keepDays }: RetentionOptions): Retention {
  async function deleteAll(deleteSome: () => Promise<DeletedSlice>): Promise<void> {
    for (;;) {
      const { count, files } = await deleteSome();
      for (const id of files) await store.delete(id);
      if (count < SLICE) return;
      // The embedded database works in this thread: others get their turn.
      await nextTurn();
    }
  }
  return {
    deleteVisitorsOf: (widgetId) => deleteAll(() => deleteVisitorsOf(db, widgetId, SLICE)),
    async sweep() {
      if (keepDays !== undefined)
        await deleteAll(() => deleteOldConversations(db, clock.now() - keepDays * DAY_MS, SLICE));
    },
  };
}
