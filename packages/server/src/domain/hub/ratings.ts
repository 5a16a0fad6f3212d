import { createHash } from 'node:crypto';
import type { HubType, RatingSummary } from '@sotto/hub-api';
import { createId, type Clock } from '@sotto/widget-core/api';
import type { UserCaller } from '../../accounts/userCaller';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import {
  countRatingsFrom,
  countTrialMessages,
  deleteRating,
  hasCloned,
  readRatingSummary,
  saveRating,
} from '../../db/queries/hub/ratingQueries';
import { readRole } from '../../db/queries/accounts/memberQueries';
import type { ResourceRow } from '../../db/queries/hub/resourceQueries';

/** Messages a user must have sent to an item before rating it (hub.md 4). */
const MESSAGES_BEFORE_RATING = 3;
/** After this many ratings by others from one network within `BURST_MS`, further ones wait for an operator. */
const BURST_FROM = 3;
const BURST_MS = 3_600_000;

/** Ratings from users of the item [H-6]. */
export interface Ratings {
  /** Whether it was tried or copied in this workspace. */
  mayRate(type: HubType, itemId: string, workspaceId: string): Promise<boolean>;
  /**
   * @param address - the caller's; only a digest is stored. @throws ApiError 403 for the author and their team, 422
   *   if it was not tried
   */
  rate(
    type: HubType,
    item: ResourceRow<HubType>,
    caller: Pick<UserCaller, 'user' | 'workspaceId'>,
    rating: { value: number; comment: string },
    address: string,
  ): Promise<{ id: string } & RatingSummary>;
  takeBack(type: HubType, itemId: string, userId: string): Promise<string>;
}

/** Creates the service. @param secret - protects digests of addresses from guessing */
export function createRatings({ db, clock, secret }: { db: Database; clock: Clock; secret: string }): Ratings {
  async function mayRate(type: HubType, itemId: string, workspaceId: string): Promise<boolean> {
    return (
      (await hasCloned(db, type, itemId, workspaceId)) ||
      (await countTrialMessages(db, type, itemId, workspaceId)) >= MESSAGES_BEFORE_RATING
    );
  }
  return {
    mayRate,
    async rate(type, item, { user: { id: userId }, workspaceId }, { value, comment }, address) {
      const { ownerId } = item;
      if (ownerId === userId || (ownerId !== null && (await readRole(db, ownerId, userId)) !== undefined))
        throw new ApiError('NOT_AUTHORIZED', 'You cannot rate your own work');
      if (!(await mayRate(type, item.id, workspaceId)))
        throw new ApiError(
          'UNPROCESSABLE_ENTITY',
          `Try it first: a rating needs ${String(MESSAGES_BEFORE_RATING)} messages with it, or a copy of it`,
        );
      const now = clock.now();
      const network = createHash('sha256').update(`${secret} rating ${address}`).digest('base64url').slice(0, 22);
      const isHeld = (await countRatingsFrom(db, network, now - BURST_MS, userId)) >= BURST_FROM;
      const id = await saveRating(db, {
        id: createId('rating', clock),
        type,
        itemId: item.id,
        userId,
        value,
        comment,
        isHeld,
        network,
        createdAt: now,
        updatedAt: now,
      });
      return { id, ...(await readRatingSummary(db, type, item.id)) };
    },
    async takeBack(type, itemId, userId) {
      const id = await deleteRating(db, type, itemId, userId);
      if (id === undefined) throw new ApiError('NOT_FOUND', 'You have not rated this');
      return id;
    },
  };
}
