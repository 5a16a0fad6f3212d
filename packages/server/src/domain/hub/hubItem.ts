import type { HubItem, HubType } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { listAbilities } from '../../db/queries/hub/abilityQueries';
import { countChecks } from '../../db/queries/hub/checkQueries';
import { listDatasetFiles } from '../../db/queries/hub/passageQueries';
import { readResource, type ResourceRow } from '../../db/queries/hub/resourceQueries';
import { publicConfig } from '../integration';
import { readRating, readRatingSummary } from '../../db/queries/hub/ratingQueries';
import type { UserCaller } from '../../accounts/userCaller';
import { listHubItems } from '../../db/queries/hub/hubItemQueries';
import { toCard } from './hub';
import type { Ratings } from './ratings';
import type { Resources } from './resources';

/** Maximum number of other items of the same author. */
const RELATED_MAX = 24;

/** Data for an item's page. */
export interface HubItemDeps {
  readonly db: Database;
  readonly resources: Resources;
  readonly ratings: Ratings;
  readonly hasModel: boolean;
}

/** Maximum number of documents listed for a dataset. */
const FILES_MAX = 100;

type Link = HubItem['related'][number];

/** Everything on an item's page. @throws ApiError 404 if the caller may not see it */
export async function readHubItem(
  { db, resources, ratings, hasModel }: HubItemDeps,
  type: HubType,
  caller: UserCaller | undefined,
  idOrSlug: string,
): Promise<HubItem> {
  const row: ResourceRow<HubType> = await resources.requireVisible(type, caller, idOrSlug);
  // Items shipped with the server have no author and are not on the Hub.
  if (row.ownerId === null) throw new ApiError('NOT_FOUND');
  const [own] = await listHubItems(
    db,
    type,
    { anyVisibility: true, ids: [row.id] },
    { sort: 'newest', now: 0, ratingPrior: 0 },
    { skip: 0, take: 1 },
  );
  if (!own) throw new ApiError('NOT_FOUND');
  const isAuthor = caller !== undefined && caller.workspaceId === row.ownerId;
  const [summary, given, mayRate, related, original, contents, checks] = await Promise.all([
    readRatingSummary(db, type, row.id),
    caller ? readRating(db, type, row.id, caller.user.id) : undefined,
    caller !== undefined && !isAuthor ? ratings.mayRate(type, row.id, caller.workspaceId) : false,
    listRelated(db, type, row),
    readOriginal(db, type, row.clonedFrom?.id),
    readContents(db, type, row),
    readChecks(db, type, row.id),
  ]);
  const page: JsonObject = 'page' in row ? row.page : {};
  return {
    item: {
      ...toCard(type, own),
      visibility: row.visibility,
      version: row.version,
      clonedFrom: original,
      rating: summary.count === 0 ? null : summary,
      ...(isAuthor && row.takenDown && { takenDown: row.takenDown.reason }),
      ...contents,
      ...checks,
    },
    page: toPage(page, row),
    related,
    hasModel,
    viewer: {
      signedIn: caller !== undefined,
      isAuthor,
      mayRate,
      rating: given ? { value: given.value, comment: given.comment } : null,
    },
  };
}

/** Its checks, if it has some and all of them pass. */
async function readChecks(db: Database, type: HubType, id: string): Promise<Pick<HubItem['item'], 'checks'>> {
  if (type !== 'bot' && type !== 'skillset') return {};
  const { total, passed, since } = await countChecks(db, type, id);
  return passed === total && since !== null ? { checks: { total, since } } : {};
}

async function listRelated(db: Database, type: HubType, row: ResourceRow<HubType>): Promise<Link[]> {
  const others = await listHubItems(
    db,
    type,
    { ownerId: row.ownerId ?? undefined },
    { sort: 'newest', now: 0, ratingPrior: 0 },
    { skip: 0, take: RELATED_MAX + 1 },
  );
  return others
    .filter(({ resource: thing }) => thing.id !== row.id)
    .slice(0, RELATED_MAX)
    .map(({ resource: thing }) => toLink(type, thing));
}

/** The source of a copy; with its name only while it is public. */
async function readOriginal(
  db: Database,
  type: HubType,
  id: string | undefined,
): Promise<HubItem['item']['clonedFrom']> {
  if (id === undefined) return null;
  const original = await readResource(db, type, id);
  return original?.visibility === 'public'
    ? { id, name: original.name, slug: original.slug }
    : { id, name: null, slug: null };
}

async function readContents(db: Database, type: HubType, row: ResourceRow<HubType>): Promise<Partial<HubItem['item']>> {
  if (type === 'skillset') {
    const abilities = await listAbilities(db, [row.id]);
    return {
      skillset: {
        abilities: abilities.map(({ id, name, description, instruction, effect, confirm, requires, parameters }) => ({
          id,
          name,
          description,
          instruction,
          effect,
          confirm,
          requires,
          parameters,
        })),
      },
    };
  }
  if (type === 'dataset') {
    const files = await listDatasetFiles(db, row.id, undefined, FILES_MAX);
    return {
      files: files.map(({ id, name, type: kind, size, passages }) => ({ id, name, type: kind, size, passages })),
    };
  }
  if ('backstory' in row)
    return { backstory: row.backstory, parts: await linksOf(db, { skillset: row.skillsets, dataset: row.datasets }) };
  if ('parts' in row)
    return {
      steps: row.steps,
      parts: await linksOf(db, {
        skillset: row.parts.skillsets,
        dataset: row.parts.datasets,
        bot: row.parts.bots,
        widget: row.parts.widgets,
      }),
    };
  if ('config' in row) return { config: publicConfig(row.config), parts: await linksOf(db, { bot: [row.botId] }) };
  return {};
}

/** Public parts, with names. */
async function linksOf(db: Database, ids: Partial<Record<HubType, readonly string[]>>): Promise<Link[]> {
  const all = Object.entries(ids).flatMap(([type, list]) => list.map((id) => ({ type: type as HubType, id })));
  const rows = await Promise.all(all.map(async ({ type, id }) => ({ type, row: await readResource(db, type, id) })));
  return rows.flatMap(({ type, row }) => (row?.visibility === 'public' ? [toLink(type, row)] : []));
}

function toLink(
  type: HubType,
  { id, slug, name, description, icon }: Pick<ResourceRow<HubType>, 'id' | 'slug' | 'name' | 'description' | 'icon'>,
): Link {
  return { type, id, slug, name, description, icon };
}

/** The author's settings of the page; invalid ones are ignored, so that old pages stay readable. */
function toPage(page: JsonObject, row: ResourceRow<HubType>): HubItem['page'] {
  const widget = isObject(page['widget']) ? page['widget'] : {};
  const theme = widget['theme'];
  const useCases = isObject(page['useCases']) ? page['useCases'] : undefined;
  const keywords = Array.isArray(page['keywords'])
    ? page['keywords'].filter((word) => typeof word === 'string')
    : row.tags;
  const items = Array.isArray(useCases?.['items'])
    ? useCases['items'].flatMap((item) =>
        isObject(item)
          ? [{ icon: textOf(item['icon']), name: textOf(item['name']), description: textOf(item['description']) }]
          : [],
      )
    : [];
  return {
    widget: { ...((typeof theme === 'string' || isObject(theme)) && { theme }) },
    ...(items.length > 0 && { useCases: { description: textOf(useCases?.['description']), items } }),
    keywords,
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
