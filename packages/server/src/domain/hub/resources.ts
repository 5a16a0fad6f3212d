import { randomBytes } from 'node:crypto';
import { createId, type Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import {
  countResources,
  deleteResource,
  insertResource,
  isBotInUse,
  listResources,
  readResource,
  updateResource,
  type NewResource,
  type ResourceType,
  type ResourceRow,
} from '../../db/queries/hub/resourceQueries';
import type { UserCaller } from '../../accounts/userCaller';
import type { Plans } from '../accounts/plans';
import type { Publishing } from './publishing';
import type { Retention } from '../accounts/retention';
import { settleIcons } from '../../db/queries/hub/iconQueries';
import type { FileStore } from '../../uploads/fileStore';
import type { JsonObject } from '@sotto/widget-core/api';
import { readByAge } from '../../lib/paging';

/** Things of each kind of one workspace: accounts are free, and a disk is everybody's. */
export const THINGS_MAX = 500;
/** Longest readable part of a slug, in characters. */
const SLUG_MAX_LENGTH = 60;

/** Own resources: created, read, changed, listed and deleted by their owner. Other accounts get 404. */
export interface Resources {
  create<Kind extends ResourceType>(
    kind: Kind,
    caller: UserCaller,
    fields: Partial<NewResource<Kind>>,
  ): Promise<string>;
  /** @throws ApiError 404 for what is not theirs, exactly as for what does not exist */
  require<Kind extends ResourceType>(kind: Kind, caller: UserCaller, id: string): Promise<ResourceRow<Kind>>;
  /**
   * @param version - the one that is changed; undefined: the stored one. @throws ApiError 409 when another one is
   * stored by now
   */
  update<Kind extends ResourceType>(
    kind: Kind,
    caller: UserCaller,
    id: string,
    changes: Partial<NewResource<Kind>>,
    version?: number,
  ): Promise<ResourceRow<Kind>>;
  delete(kind: ResourceType, caller: UserCaller, id: string): Promise<void>;
  list<Kind extends ResourceType>(
    kind: Kind,
    caller: UserCaller,
    page: { cursor?: string | undefined; take: number },
  ): Promise<{ items: ResourceRow<Kind>[]; cursor: string | null }>;
  /** What a bot is put together from must be its author's. @throws ApiError 422 */
  requireParts(caller: UserCaller, fields: Parts): Promise<void>;
  /** A thing that may be tried out: public, protected by its address, or the caller's own. @throws ApiError 404 */
  requireVisible<Kind extends ResourceType>(
    kind: Kind,
    caller: UserCaller | undefined,
    idOrSlug: string,
  ): Promise<ResourceRow<Kind>>;
}

/** Fields that name other things. */
interface Parts {
  readonly skillsets?: readonly string[] | undefined;
  readonly datasets?: readonly string[] | undefined;
  readonly botId?: string | undefined;
}

/** What things stand on. */
export interface ResourcesOptions {
  db: Database;
  clock: Clock;
  plans: Plans;
  publishing: Publishing;
  retention: Pick<Retention, 'deleteVisitorsOf'>;
  store: Pick<FileStore, 'delete'>;
}

/** Makes the keeper of own things. */
export function createResources(options: ResourcesOptions): Resources {
  const { db, clock, plans, publishing } = options;
  /** A bot may only use, and a widget may only be answered by, what its author may use. */
  async function requireParts(caller: UserCaller, fields: Parts): Promise<void> {
    const parts = [
      ...(fields.skillsets ?? []).map((id) => ['skillset', id, 'skillsets'] as const),
      ...(fields.datasets ?? []).map((id) => ['dataset', id, 'datasets'] as const),
      ...(fields.botId === undefined ? [] : [['bot', fields.botId, 'botId'] as const]),
    ];
    for (const [kind, id, path] of parts) {
      const part = await readResource(db, kind, id);
      if (part?.id !== id || part.ownerId !== caller.workspaceId)
        throw new ApiError('UNPROCESSABLE_ENTITY', `There is no such ${kind}`, { details: [{ path, message: id }] });
    }
  }

  async function require<Kind extends ResourceType>(
    kind: Kind,
    caller: UserCaller,
    id: string,
  ): Promise<ResourceRow<Kind>> {
    const row = await readResource(db, kind, id);
    if (row?.id !== id || row.ownerId !== caller.workspaceId) throw new ApiError('NOT_FOUND');
    return row;
  }

  return {
    require,
    requireParts,
    async create(kind, caller, fields) {
      const ownerId = caller.workspaceId;
      await requireParts(caller, fields as Parts);
      await publishing.requireNew(kind, fields);
      const now = clock.now();
      const id = createId(kind, clock);
      const name = fields.name ?? '';
      return plans.store(ownerId, { kind, id }, async (tx, plan) => {
        const count = await countResources(tx, kind, ownerId);
        if (kind === 'widget' && count >= plan.widgets) throw new ApiError('LIMITS_REACHED');
        if (count >= THINGS_MAX)
          throw new ApiError('UNPROCESSABLE_ENTITY', `A workspace has at most ${String(THINGS_MAX)} of each kind`);
        for (const slug of slugsFor(name, kind)) {
          const row = { ...fields, id, slug, name, ownerId, createdAt: now, updatedAt: now };
          if (!(await insertResource(tx, kind, row as NewResource<typeof kind>))) continue;
          await settleIcons(tx, ownerId, undefined, configOf(row));
          return id;
        }
        throw new ApiError('CONFLICT', 'No address is free for this name');
      });
    },
    async update(kind, caller, id, changes, version) {
      const before = await require(kind, caller, id);
      const { takenDown } = before;
      if (takenDown && changes.visibility !== undefined && changes.visibility !== 'private')
        throw new ApiError('NOT_AUTHORIZED', `The operators of this Hub took this down: ${takenDown.reason}`);
      await requireParts(caller, changes as Parts);
      await publishing.requireChange(kind, before, changes);
      const ownerId = caller.workspaceId;
      const { row, gone } = await plans.store(ownerId, { kind, id }, async (tx) => {
        const after = await updateResource(tx, kind, ownerId, id, changes, clock.now(), version);
        return { row: after, gone: after ? await settleIcons(tx, ownerId, configOf(before), configOf(after)) : [] };
      });
      await deleteBytes(options, gone);
      if (row) return row;
      const { version: stored } = await require(kind, caller, id);
      throw new ApiError('CONFLICT', 'This was changed in the meantime', {
        details: [{ path: 'version', message: `The stored version is ${String(stored)}` }],
      });
    },
    async delete(kind, caller, id) {
      await clearAway(options, kind, caller.workspaceId, await require(kind, caller, id));
    },
    list: (kind, caller, query) =>
      readByAge(query, (after, take) => listResources(db, kind, caller.workspaceId, after, take)),
    async requireVisible(kind, caller, idOrSlug) {
      const row = await readResource(db, kind, idOrSlug);
      if (!row || (row.visibility === 'private' && (row.ownerId === null || row.ownerId !== caller?.workspaceId)))
        throw new ApiError('NOT_FOUND');
      return row;
    },
  };
}

/** The settings of a widget, which name its icons; undefined for other things. */
function configOf(row: object): JsonObject | undefined {
  return 'config' in row ? (row.config as JsonObject) : undefined;
}

async function deleteBytes({ store }: ResourcesOptions, ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.delete(id);
}

/** Deletes a thing with all that belongs to it. @throws ApiError 409 when something else needs it */
async function clearAway<Kind extends ResourceType>(
  options: ResourcesOptions,
  kind: Kind,
  ownerId: string,
  row: ResourceRow<Kind>,
): Promise<void> {
  const { db, plans, retention } = options;
  const { id } = row;
  if (kind === 'bot' && (await isBotInUse(db, id)))
    throw new ApiError('CONFLICT', 'This bot answers in a widget. Delete the widget first, or give it another bot');
  if (kind === 'widget') await retention.deleteVisitorsOf(id);
  const gone = await plans.free(ownerId, { kind, id }, async (tx) => {
    await deleteResource(tx, kind, ownerId, id);
    return settleIcons(tx, ownerId, configOf(row), undefined);
  });
  await deleteBytes(options, gone);
}

/** Slugs to try, the plain one first. */
function slugsFor(name: string, kind: string): string[] {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  const base = words === '' ? kind : words;
  return [
    ...(words === '' ? [] : [base]),
    ...Array.from({ length: 4 }, () => `${base}-${randomBytes(4).toString('hex')}`),
  ];
}
