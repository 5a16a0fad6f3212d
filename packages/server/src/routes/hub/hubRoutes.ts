import {
  cardListSchema,
  HUB_TYPES,
  hubCollectionListSchema,
  hubCollectionSchema,
  hubIndexSchema,
  hubItemSchema,
  hubListQuerySchema,
  hubProfileSchema,
  itemListQuerySchema,
  ratingListResponseSchema,
  ratingUpsertRequestSchema,
  ratingUpsertResponseSchema,
  reportRequestSchema,
  type HubType,
} from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import { listHubIndex } from '../../db/queries/hub/hubItemQueries';
import { insertReport, listRatings, readRatingSummary } from '../../db/queries/hub/ratingQueries';
import { readHubItem } from '../../domain/hub/hubItem';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { pageOf, readByAge } from '../../lib/paging';
import { callerAddress, spend } from '../../http/rateLimits';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import type { Services } from '../services';

/** Cache lifetime of public responses (contract 1.9). */
const FOR_EVERYBODY = 'public, max-age=60';
/** Most addresses in one index. */
const INDEX_MAX = 10_000;

/** Public items of the Hub, and their ratings [H-1, H-6]. */
export function hubEndpoints(services: Services): Endpoint[] {
  return [
    ...HUB_TYPES.flatMap((type) => [
      ...readEndpoints(services, type),
      ...ratingEndpoints(services, type),
      reportEndpoint(services, type),
    ]),
    ...otherEndpoints(services),
  ];
}

function readEndpoints(services: Services, type: HubType): Endpoint[] {
  const list = endpoint(
    {
      method: 'GET',
      path: `/hub/${type}/list`,
      summary: `Public things of the kind ${type}`,
      auth: 'public',
      cost: 'none',
      query: hubListQuerySchema,
      answer: cardListSchema,
      errors: [],
    },
    async (context, { query }) => answer(context, await services.hub.list(type, query()), FOR_EVERYBODY),
  );
  const index = endpoint(
    {
      method: 'GET',
      path: `/hub/${type}/index`,
      summary: `Addresses of all public things of the kind ${type}`,
      auth: 'public',
      cost: 'none',
      answer: hubIndexSchema,
      errors: [],
    },
    async (context) => answer(context, { items: await listHubIndex(services.db, type, INDEX_MAX) }, FOR_EVERYBODY),
  );
  const fetch = endpoint(
    {
      method: 'GET',
      path: `/hub/${type}/:id/fetch`,
      summary: `Read a ${type} as its page shows it`,
      auth: 'optionalUser',
      cost: 'none',
      answer: hubItemSchema,
      errors: ['NOT_FOUND'],
    },
    async (context, { caller }) => {
      const item = await readHubItem(services, type, caller, pathId(context, 'id'));
      return answer(context, item, caller || item.item.visibility !== 'public' ? 'no-store' : FOR_EVERYBODY);
    },
  );
  return [list, index, fetch];
}

function ratingEndpoints(services: Services, type: HubType): Endpoint[] {
  const { resources, ratings, db } = services;
  const upsert = endpoint(
    {
      method: 'POST',
      path: `/hub/${type}/:id/rating/upsert`,
      summary: `Rate a ${type} one has tried`,
      auth: 'user',
      cost: 'none',
      body: ratingUpsertRequestSchema,
      answer: ratingUpsertResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const item = await resources.requireVisible(type, caller, pathId(context, 'id'));
      const { value } = await body();
      return answer(
        context,
        await ratings.rate(type, item, caller, value, callerAddress(context, services.trustedProxies)),
      );
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: `/hub/${type}/:id/rating/delete`,
      summary: `Take one's rating of a ${type} back`,
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_FOUND'],
    },
    async (context, { caller }) => {
      const { id } = await resources.requireVisible(type, caller, pathId(context, 'id'));
      return answer(context, { id: await ratings.takeBack(type, id, caller.user.id) });
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: `/hub/${type}/:id/rating/list`,
      summary: `Ratings of a ${type}, newest first`,
      auth: 'optionalUser',
      cost: 'none',
      query: itemListQuerySchema,
      answer: ratingListResponseSchema,
      errors: ['NOT_FOUND'],
    },
    async (context, { caller, query }) => {
      const { id } = await resources.requireVisible(type, caller, pathId(context, 'id'));
      const page = await readByAge(query(), (after, take) => listRatings(db, type, id, after, take));
      return answer(context, { ...page, ...(await readRatingSummary(db, type, id)) });
    },
  );
  return [upsert, remove, list];
}

function reportEndpoint(services: Services, type: HubType): Endpoint {
  const { resources, clock, db, rates, limits, idempotency } = services;
  return endpoint(
    {
      method: 'POST',
      path: `/hub/${type}/:id/report`,
      summary: `Report a ${type} to the operators`,
      auth: 'optionalUser',
      cost: 'none',
      body: reportRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller, body }) => {
      requireOwnOrigin(context, services.origins, false);
      const address = callerAddress(context, services.trustedProxies);
      await spend(context, rates, `report ${address}`, limits.signIn);
      const { id: itemId } = await resources.requireVisible(type, caller, pathId(context, 'id'));
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller?.user.id ?? address, raw, async () => {
        const id = createId('report', clock);
        await insertReport(db, { ...value, id, type, itemId, userId: caller?.user.id ?? null, createdAt: clock.now() });
        return { id };
      });
      return answer(context, made);
    },
  );
}

function otherEndpoints({ hub }: Services): Endpoint[] {
  return [
    endpoint(
      {
        method: 'GET',
        path: '/hub/user/:id/fetch',
        summary: 'A person and what they have published',
        auth: 'public',
        cost: 'none',
        answer: hubProfileSchema,
        errors: ['NOT_FOUND'],
      },
      async (context) => answer(context, await hub.profile(pathId(context, 'id')), FOR_EVERYBODY),
    ),
    endpoint(
      {
        method: 'GET',
        path: '/hub/collection/list',
        summary: 'All collections',
        auth: 'public',
        cost: 'none',
        query: itemListQuerySchema,
        answer: hubCollectionListSchema,
        errors: [],
      },
      async (context, { query }) => {
        const { items, cursor } = pageOf(
          (await hub.collections()).map((collection) => ({ ...collection, id: collection.slug })),
          query(),
        );
        return answer(context, { items: items.map(({ id: _, ...collection }) => collection), cursor }, FOR_EVERYBODY);
      },
    ),
    endpoint(
      {
        method: 'GET',
        path: '/hub/collection/:slug/fetch',
        summary: 'A collection with its things',
        auth: 'public',
        cost: 'none',
        answer: hubCollectionSchema,
        errors: ['NOT_FOUND'],
      },
      async (context) => answer(context, await hub.collection(pathId(context, 'slug')), FOR_EVERYBODY),
    ),
  ];
}
