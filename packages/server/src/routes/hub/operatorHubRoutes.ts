import {
  collectionRequestSchema,
  heldRatingListResponseSchema,
  HUB_TYPES,
  itemListQuerySchema,
  reportListResponseSchema,
  takedownListResponseSchema,
  takedownRequestSchema,
  type HubType,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { deleteCollection, readCollection, saveCollection } from '../../db/queries/hub/collectionQueries';
import { listTakenDown, readResource, setTakenDown } from '../../db/queries/hub/resourceQueries';
import { deleteReport, judgeRating, listHeldRatings, listReports } from '../../db/queries/hub/ratingQueries';
import { listReferrals } from '../../db/queries/accounts/referralQueries';
import type { CollectionItem } from '../../db/hubSchema';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { UserCaller } from '../../accounts/userCaller';
import { record } from '../../http/record';
import { pageOf } from '../../lib/paging';
import type { Services } from '../services';

/** Most entries that wait in a list; what is dealt with leaves it, so the rest comes up. */
const LIST_MAX = 1_000;

const referralListSchema = v.object({
  items: v.array(v.object({ referral: v.string(), checkouts: v.number() })),
  cursor: v.nullable(v.string()),
});
const referralQuerySchema = v.object({
  ...itemListQuerySchema.entries,
  period: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/, 'Expected a month like 2026-11'))),
});
/**
 * What operators do for the Hub (hub.md 8): reports, held ratings, taking things down, collections, and who sends
 * people here.
 */
export function operatorHubEndpoints(services: Services): Endpoint[] {
  return [
    ...reportEndpoints(services),
    ...ratingEndpoints(services),
    ...HUB_TYPES.flatMap((type) => takedownEndpoints(services, type)),
    takedownListEndpoint(services),
    ...collectionEndpoints(services),
    referralEndpoint(services),
  ];
}

function reportEndpoints({ db }: Services): Endpoint[] {
  return [
    endpoint(
      {
        method: 'GET',
        path: '/operator/report/list',
        summary: 'Open reports, oldest first',
        auth: 'operator',
        cost: 'none',
        query: itemListQuerySchema,
        answer: reportListResponseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, { query }) => {
        const { items: rows, cursor } = pageOf(await listReports(db, LIST_MAX), query());
        const items = await Promise.all(
          rows.map(async ({ id, type, itemId, reason, text, createdAt }) => ({
            id,
            type,
            itemId,
            name: (await readResource(db, type, itemId))?.name ?? null,
            reason,
            text,
            createdAt,
          })),
        );
        return answer(context, { items, cursor });
      },
    ),
    endpoint(
      {
        method: 'POST',
        path: '/operator/report/:id/close',
        summary: 'Close a report that was dealt with; it is kept no longer',
        auth: 'operator',
        cost: 'none',
        answer: idResponseSchema,
        errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
      },
      async (context) => {
        return answer(context, { id: found(await deleteReport(db, pathId(context, 'id'))) });
      },
    ),
  ];
}

function ratingEndpoints({ db }: Services): Endpoint[] {
  const judge = (verdict: 'release' | 'delete', summary: string): Endpoint =>
    endpoint(
      {
        method: 'POST',
        path: `/operator/rating/:id/${verdict}`,
        summary,
        auth: 'operator',
        cost: 'none',
        answer: idResponseSchema,
        errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
      },
      async (context) => {
        return answer(context, { id: found(await judgeRating(db, pathId(context, 'id'), verdict)) });
      },
    );
  return [
    endpoint(
      {
        method: 'GET',
        path: '/operator/rating/list',
        summary: 'Ratings that wait for an operator, oldest first',
        auth: 'operator',
        cost: 'none',
        query: itemListQuerySchema,
        answer: heldRatingListResponseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, { query }) => {
        return answer(context, pageOf(await listHeldRatings(db, LIST_MAX), query()));
      },
    ),
    judge('release', 'Let a held rating count'),
    judge('delete', 'Delete a rating'),
  ];
}

function takedownEndpoints(services: Services, type: HubType): Endpoint[] {
  const { db, clock } = services;
  const decide = async (context: AppContext, caller: UserCaller, takenDown: { reason: string; at: number } | null) => {
    const id = found(await setTakenDown(db, type, pathId(context, 'id'), takenDown));
    await record(context, services, caller, takenDown ? 'hub.takedown' : 'hub.restore', {
      target: { type, id },
      accountId: (await readResource(db, type, id))?.ownerId ?? null,
      details: takenDown ? { reason: takenDown.reason } : {},
    });
    return answer(context, { id });
  };
  return [
    endpoint(
      {
        method: 'POST',
        path: `/operator/hub/${type}/:id/takedown`,
        summary: `Take a ${type} off the Hub: only its author sees it, with the reason`,
        auth: 'operator',
        cost: 'none',
        body: takedownRequestSchema,
        answer: idResponseSchema,
        errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
      },
      async (context, { caller, body }) => {
        const { reason } = (await body()).value;
        return decide(context, caller, { reason, at: clock.now() });
      },
    ),
    endpoint(
      {
        method: 'POST',
        path: `/operator/hub/${type}/:id/restore`,
        summary: `Bring a ${type} that was taken down back, as visible as it was`,
        auth: 'operator',
        cost: 'none',
        answer: idResponseSchema,
        errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
      },
      async (context, { caller }) => {
        return decide(context, caller, null);
      },
    ),
  ];
}

function takedownListEndpoint({ db }: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/operator/takedown/list',
      summary: 'What was taken off the Hub, newest first',
      auth: 'operator',
      cost: 'none',
      query: itemListQuerySchema,
      answer: takedownListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { query }) => {
      const lists = await Promise.all(HUB_TYPES.map((type) => listTakenDown(db, type, LIST_MAX)));
      const all = lists.flatMap((rows, index) => rows.map((row) => ({ type: HUB_TYPES[index] as HubType, ...row })));
      return answer(
        context,
        pageOf(
          all.sort((a, b) => b.at - a.at),
          query(),
        ),
      );
    },
  );
}

function collectionEndpoints({ db, clock }: Services): Endpoint[] {
  /** Slugs are for people to write; ids are what stays. @throws ApiError 422 for a thing that is not public */
  async function requirePublic({ type, id, note }: CollectionItem): Promise<CollectionItem> {
    const row = await readResource(db, type, id);
    if (row?.visibility !== 'public')
      throw new ApiError('UNPROCESSABLE_ENTITY', `There is no such public ${type}`, {
        details: [{ path: 'items', message: id }],
      });
    return { type, id: row.id, note };
  }
  return [
    endpoint(
      {
        method: 'POST',
        path: '/operator/collection/upsert',
        summary: 'Make a collection, or change the one at this address',
        auth: 'operator',
        cost: 'none',
        body: collectionRequestSchema,
        answer: v.object({ slug: v.string() }),
        errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
      },
      async (context, { body }) => {
        const { items, ...rest } = (await body()).value;
        const chosen = await Promise.all(items.map(requirePublic));
        const now = clock.now();
        await saveCollection(db, {
          ...rest,
          items: chosen,
          createdAt: (await readCollection(db, rest.slug))?.createdAt ?? now,
          updatedAt: now,
        });
        return answer(context, { slug: rest.slug });
      },
    ),
    endpoint(
      {
        method: 'POST',
        path: '/operator/collection/:slug/delete',
        summary: 'Delete a collection; its things stay',
        auth: 'operator',
        cost: 'none',
        answer: v.object({ slug: v.string() }),
        errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
      },
      async (context) => {
        const slug = pathId(context, 'slug');
        if (!(await deleteCollection(db, slug))) throw new ApiError('NOT_FOUND', 'There is no such collection');
        return answer(context, { slug });
      },
    ),
  ];
}

function referralEndpoint({ db, clock }: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/operator/referral/list',
      summary: 'Who sent people that began a purchase in a month',
      auth: 'operator',
      cost: 'none',
      query: referralQuerySchema,
      answer: referralListSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { query }) => {
      const { period = new Date(clock.now()).toISOString().slice(0, 7), ...page } = query();
      const { items, cursor } = pageOf(
        (await listReferrals(db, period, LIST_MAX)).map((row) => ({ ...row, id: row.referral })),
        page,
      );
      return answer(context, { items: items.map(({ referral, checkouts }) => ({ referral, checkouts })), cursor });
    },
  );
}

function found(id: string | undefined): string {
  if (id === undefined) throw new ApiError('NOT_FOUND');
  return id;
}
