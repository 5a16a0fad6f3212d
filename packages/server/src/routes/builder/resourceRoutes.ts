import { itemListQuerySchema, publishingSchema, updateResponseSchema, usesResponseSchema } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import type { NewResource, ResourceType, ResourceRow } from '../../db/queries/hub/resourceQueries';
import { countConversations, countParts, listUses } from '../../db/queries/hub/useQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { record } from '../../http/record';
import type { Schema } from '../../http/validate';
import { pick } from '../../lib/pick';
import type { Services } from '../services';

/** Names, schemas and presentation of one kind of resource. */
export interface ResourceCalls<Kind extends ResourceType, Create extends Schema, Update extends Schema> {
  readonly kind: Kind;
  /** Below `/v1`, such as `/skillset`. */
  readonly path: string;
  /** For the summaries, such as `a skillset`. */
  readonly noun: string;
  readonly create: Create;
  readonly update: Update;
  readonly item: Schema;
  readonly list: Schema;
  /** A checked body as columns. */
  readonly toColumns?: (fields: v.InferOutput<Create> | v.InferOutput<Update>) => Partial<NewResource<Kind>>;
  /** One resource in a list. */
  readonly show: (row: ResourceRow<Kind>) => object;
  /** One resource with all its fields. @default as in a list */
  readonly showWhole?: (row: ResourceRow<Kind>) => Promise<object>;
  /** Deletes dependent data. Runs before the deletion. */
  readonly beforeDelete?: (id: string) => Promise<void>;
}

/**
 * Create, list, fetch, update and delete for one kind of own resources. Fields without a schema are dropped, so no
 * caller can set an owner (A705).
 */
export function resourceEndpoints<Kind extends ResourceType, Create extends Schema, Update extends Schema>(
  services: Services,
  calls: ResourceCalls<Kind, Create, Update>,
): Endpoint[] {
  const { resources, idempotency } = services;
  const { kind, path, noun } = calls;
  const toColumns = calls.toColumns ?? ((fields): Partial<NewResource<Kind>> => fields as Partial<NewResource<Kind>>);
  const showWhole = calls.showWhole ?? (async (row: ResourceRow<Kind>): Promise<object> => calls.show(row));

  const create = endpoint(
    {
      method: 'POST',
      path: `${path}/create`,
      summary: `Make ${noun}`,
      auth: 'user',
      cost: 'none',
      body: calls.create,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value, raw } = await body();
      return answer(
        context,
        await idempotency.once(context, caller.user.id, raw, async () => {
          const id = await resources.create(kind, caller, toColumns(value));
          await services.hub.noteClone(kind, await resources.require(kind, caller, id));
          if (kind === 'widget')
            await record(context, services, caller, 'widget.create', { target: { type: kind, id } });
          return { id };
        }),
      );
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: `${path}/list`,
      summary: `Own resources of this kind, newest first`,
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: calls.list,
      errors: [],
    },
    async (context, { caller, query }) => {
      const { items, cursor } = await resources.list(kind, caller, query());
      return answer(context, { items: items.map(calls.show), cursor });
    },
  );
  const fetch = endpoint(
    {
      method: 'GET',
      path: `${path}/:id/fetch`,
      summary: `Read ${noun} of one's own`,
      auth: 'user',
      cost: 'none',
      answer: calls.item,
      errors: [],
    },
    async (context, { caller }) =>
      answer(context, await showWhole(await resources.require(kind, caller, pathId(context, 'id')))),
  );
  const update = endpoint(
    {
      method: 'POST',
      path: `${path}/:id/update`,
      summary: `Change ${noun}; fields that are left out stay. With a version: only if that is the stored one`,
      auth: 'user',
      cost: 'none',
      body: calls.update,
      answer: updateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value, raw } = await body();
      const id = pathId(context, 'id');
      const { version, ...fields } = value as { version?: number } & v.InferOutput<Update>;
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const row = await resources.update(kind, caller, id, toColumns(fields), version);
        if (kind === 'widget')
          await record(context, services, caller, 'widget.update', {
            target: { type: kind, id },
            details: { version: row.version, fields: Object.keys(fields) },
          });
        return { id: row.id, version: row.version };
      });
      return answer(context, made);
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: `${path}/:id/delete`,
      summary: `Delete ${noun}, with everything that belongs to it`,
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context, { caller }) => {
      const id = pathId(context, 'id');
      const made = await idempotency.once(context, caller.user.id, null, async () => {
        await resources.require(kind, caller, id);
        await calls.beforeDelete?.(id);
        await resources.delete(kind, caller, id);
        if (kind === 'widget') await record(context, services, caller, 'widget.delete', { target: { type: kind, id } });
        return { id };
      });
      return answer(context, made);
    },
  );
  return [create, list, fetch, publishingEndpoint(services, calls), usesEndpoint(services, calls), update, remove];
}

function usesEndpoint(
  { db, resources }: Services,
  { kind, path, noun }: { readonly kind: ResourceType; readonly path: string; readonly noun: string },
): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: `${path}/:id/uses/fetch`,
      summary: `What works with ${noun} of one's own, and how much is deleted with it`,
      auth: 'user',
      cost: 'none',
      answer: usesResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const { id } = await resources.require(kind, caller, pathId(context, 'id'));
      return answer(context, {
        usedBy: await listUses(db, kind, caller.workspaceId, id),
        conversations: kind === 'widget' ? await countConversations(db, { widgetId: id }) : 0,
        ...(await countParts(db, kind, id)),
      });
    },
  );
}

function publishingEndpoint(
  { publishing, resources }: Services,
  { kind, path, noun }: { readonly kind: ResourceType; readonly path: string; readonly noun: string },
): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: `${path}/:id/publishing/fetch`,
      summary: `Whether ${noun} of one's own may be public, and what everybody then reads and can run`,
      auth: 'user',
      cost: 'none',
      answer: publishingSchema,
      errors: [],
    },
    async (context, { caller }) =>
      answer(context, await publishing.read(kind, await resources.require(kind, caller, pathId(context, 'id')))),
  );
}

/** What every kind shows. */
export function showItem(row: ResourceRow<ResourceType>): object {
  return pick(row, [
    'id',
    'slug',
    'name',
    'description',
    'visibility',
    'icon',
    'tags',
    'language',
    'licence',
    'version',
    'clonedFrom',
    'createdAt',
    'updatedAt',
  ]);
}
