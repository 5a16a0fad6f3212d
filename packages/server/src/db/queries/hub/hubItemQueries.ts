import { and, asc, desc, eq, gte, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { HubSort, HubType } from '@sotto/hub-api';
import type { Database } from '../../database';
import { UNSPACED } from '../../hubSchema';
import { hubUses, ratings, users, type skillsets } from '../../schema';
import { RESOURCE_TABLES } from './resourceQueries';

/** A filter for items of a kind. Undefined: not filtered by that. */
export interface HubFilter {
  readonly words?: string | undefined;
  /** Whether some of the words are enough. @default false */
  readonly someWords?: boolean;
  readonly tag?: string | undefined;
  readonly language?: string | undefined;
  readonly licence?: string | undefined;
  /** Changed at or after this moment. */
  readonly updatedSince?: number | undefined;
  readonly ownerId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Also what is in no list, for its own page. @default false */
  readonly anyVisibility?: boolean;
}

/** The order of a list, and what its formulas need. */
export interface HubOrder {
  readonly sort: HubSort;
  readonly now: number;
  /** The mean that few ratings are drawn to. */
  readonly ratingPrior: number;
}

/** One thing as the Hub shows it in lists. */
export interface HubRow {
  readonly resource: Pick<
    typeof skillsets.$inferSelect,
    'id' | 'slug' | 'name' | 'description' | 'icon' | 'tags' | 'language' | 'licence' | 'createdAt' | 'updatedAt'
  >;
  readonly user: { id: string; name: string; image: string | null } | null;
  readonly clones: number;
  readonly tries: number;
  readonly ratingSum: number;
  readonly ratingCount: number;
}

/** A value and how many things have it. */
export interface Facet {
  readonly value: string;
  readonly count: number;
}

/** How many things there are, and by what they can be narrowed down. */
export interface HubCounts {
  readonly total: number;
  readonly tags: Facet[];
  readonly languages: Facet[];
  readonly licences: Facet[];
}

const WEEK_MS = 604_800_000;
const FORTNIGHT_MS = 1_209_600_000;
/** Most values of one facet. */
const FACET_MAX = 16;
/** How many ratings the prior counts for (hub.md 4). */
const PRIOR_WEIGHT = 10;

function tableOf(type: HubType): typeof skillsets {
  return RESOURCE_TABLES[type] as typeof skillsets;
}

/** Public things of a kind, with who made them and what was counted. */
export async function listHubItems(
  db: Database,
  type: HubType,
  filter: HubFilter,
  order: HubOrder,
  page: { skip: number; take: number },
): Promise<HubRow[]> {
  const table = tableOf(type);
  const uses = usesOf(db, type, order.now);
  const stars = starsOf(db, type);
  return db
    .select({
      resource: {
        id: table.id,
        slug: table.slug,
        name: table.name,
        description: table.description,
        icon: table.icon,
        tags: table.tags,
        language: table.language,
        licence: table.licence,
        createdAt: table.createdAt,
        updatedAt: table.updatedAt,
      },
      user: { id: users.id, name: users.name, image: users.image },
      clones: sql<number>`coalesce(${uses.clones}, 0)`,
      tries: sql<number>`coalesce(${uses.tries}, 0)`,
      ratingSum: sql<number>`coalesce(${stars.sum}, 0)`,
      ratingCount: sql<number>`coalesce(${stars.count}, 0)`,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.ownerId))
    .leftJoinLateral(uses, sql`true`)
    .leftJoinLateral(stars, sql`true`)
    .where(isWanted(type, filter))
    .orderBy(...orderOf(type, filter, order, uses, stars), desc(table.createdAt), asc(table.id))
    .limit(page.take)
    .offset(page.skip);
}

/** How many there are, and by what they can be narrowed down further. */
export async function countHubItems(db: Database, type: HubType, filter: HubFilter): Promise<HubCounts> {
  const table = tableOf(type);
  const condition = isWanted(type, filter);
  const count = sql<number>`count(*)::int`;
  const facetOf = async (column: typeof table.language | typeof table.licence): Promise<Facet[]> =>
    db
      .select({ value: sql<string>`${column}`, count })
      .from(table)
      .where(and(condition, sql`${column} <> ''`))
      .groupBy(column)
      .orderBy(desc(count), asc(column))
      .limit(FACET_MAX);
  const tag = sql<string>`tag`;
  const [[row], tags, languages, licences] = await Promise.all([
    db.select({ count }).from(table).where(condition),
    db
      .select({ value: tag, count })
      .from(table)
      .innerJoin(sql`jsonb_array_elements_text(${table.tags}) as tag`, sql`true`)
      .where(condition)
      .groupBy(tag)
      .orderBy(desc(count), asc(tag))
      .limit(FACET_MAX),
    facetOf(table.language),
    facetOf(table.licence),
  ]);
  return { total: row?.count ?? 0, tags, languages, licences };
}

/** Addresses of all public things of a kind. */
export async function listHubIndex(
  db: Database,
  type: HubType,
  take: number,
): Promise<{ id: string; slug: string | null; updatedAt: number }[]> {
  const table = tableOf(type);
  return db
    .select({ id: table.id, slug: table.slug, updatedAt: table.updatedAt })
    .from(table)
    .where(eq(table.visibility, 'public'))
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(take);
}

/** Adds what was done with a thing, once for each subject. */
export async function insertHubUse(db: Database, use: typeof hubUses.$inferInsert): Promise<void> {
  await db.insert(hubUses).values(use).onConflictDoNothing();
}

/** The subject of the row that counts what erased accounts and conversations did with a thing. */
const FORGOTTEN = 'erased';

/** Deletes what accounts or conversations did with things, which stays counted, and is no longer new. */
export async function forgetHubUser(db: Database, ids: readonly string[]): Promise<void> {
  // In one order: others who forget at this moment wait for the same rows.
  await db.execute(sql`
    with gone as (delete from ${hubUses} where ${hubUses.subject} = any(${sql.param([...ids])}::text[]) returning *)
    insert into ${hubUses} (type, item_id, kind, subject, count, created_at)
    select type, item_id, kind, ${FORGOTTEN}, sum(count), 0 from gone group by type, item_id, kind order by 1, 2, 3
    on conflict (type, item_id, kind, subject) do update set count = ${hubUses}.count + excluded.count`);
}

function isWanted(
  type: HubType,
  { words = '', someWords, tag, language, licence, updatedSince, ownerId, ids, anyVisibility = false }: HubFilter,
): SQL | undefined {
  const table = tableOf(type);
  return and(
    anyVisibility ? undefined : eq(table.visibility, 'public'),
    // What the server itself brings along is nobody's work.
    isNotNull(table.ownerId),
    words.trim() === '' ? undefined : sql`${table.hubSearch} @@ ${toTsQuery(words, someWords)}`,
    tag === undefined ? undefined : sql`${table.tags} ? ${tag}`,
    language === undefined ? undefined : eq(table.language, language),
    licence === undefined ? undefined : eq(table.licence, licence),
    updatedSince === undefined ? undefined : gte(table.updatedAt, updatedSince),
    ownerId === undefined ? undefined : eq(table.ownerId, ownerId),
    ids === undefined ? undefined : sql`${table.id} = any(${sql.param([...ids])}::text[])`,
  );
}

/** A phrase in quotation marks, or an excluded word: a search for it finds exactly that or nothing. */
export const DEMANDS = /"|(?:^|\s)-\S/;
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'g');

/**
 * All of the words, with phrases in quotation marks and excluded words, or the beginnings of words of the name; or any
 * of the words.
 */
function toTsQuery(words: string, someWords = false): SQL {
  const phrased = words
    .split('"')
    .map((part, index) =>
      part.replaceAll(UNSPACED_RUN, (run) => (index % 2 === 1 ? [...run].join(' ') : `"${[...run].join(' ')}" `)),
    )
    .join('"');
  const all = sql`websearch_to_tsquery('english', ${phrased})`;
  if (someWords) return sql`replace(${all}::text, ' & ', ' | ')::tsquery`;
  if (DEMANDS.test(words)) return all;
  const beginnings = (words.replaceAll(UNSPACED_RUN, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(
    (word) => `${word}:*A`,
  );
  return beginnings.length === 0 ? all : sql`(${all} || to_tsquery('english', ${beginnings.join(' & ')}))`;
}

/** The formulas of /hub/about-ranking. */
function orderOf(
  type: HubType,
  { words = '', someWords }: HubFilter,
  { sort, now, ratingPrior }: HubOrder,
  uses: ReturnType<typeof usesOf>,
  stars: ReturnType<typeof starsOf>,
): SQL[] {
  const table = tableOf(type);
  const trending = sql`(3 * coalesce(${uses.newClones}, 0) + \
coalesce(${uses.newTries}, 0)) / (1 + greatest(${now}::float8 - ${table.createdAt}, 0) / ${FORTNIGHT_MS}::float8)`;
  switch (sort) {
    case 'relevance':
      return words.trim() === ''
        ? [desc(trending)]
        : [
            desc(
              sql`ts_rank(${table.hubSearch}, ${toTsQuery(words, someWords)}) + (case when lower(${table.name}) = lower(${words.trim()}) then 1 else 0 end)`,
            ),
          ];
    case 'trending':
      return [desc(trending)];
    case 'cloned':
      return [desc(sql`coalesce(${uses.clones}, 0)`)];
    case 'rated':
      return [
        desc(
          sql`(${PRIOR_WEIGHT} * ${ratingPrior}::float8 + coalesce(${stars.sum}, 0)) / (${PRIOR_WEIGHT} + coalesce(${stars.count}, 0))`,
        ),
      ];
    case 'updated':
      return [desc(table.updatedAt)];
    case 'newest':
      return [];
  }
}

function usesOf(db: Database, type: HubType, now: number) {
  const newly = sql`${hubUses.createdAt} >= ${now - WEEK_MS}`;
  return db
    .select({
      clones: sql<number>`coalesce(sum(${hubUses.count}) filter (where ${hubUses.kind} = 'clone'), 0)::int`.as(
        'clones',
      ),
      tries: sql<number>`coalesce(sum(${hubUses.count}) filter (where ${hubUses.kind} = 'try'), 0)::int`.as('tries'),
      newClones: sql<number>`(count(*) filter (where ${hubUses.kind} = 'clone' and ${newly}))::int`.as('new_clones'),
      newTries: sql<number>`(count(*) filter (where ${hubUses.kind} = 'try' and ${newly}))::int`.as('new_tries'),
    })
    .from(hubUses)
    .where(and(eq(hubUses.type, type), eq(hubUses.itemId, tableOf(type).id)))
    .as('uses');
}

function starsOf(db: Database, type: HubType) {
  return db
    .select({
      sum: sql<number>`sum(${ratings.value})::int`.as('rating_sum'),
      count: sql<number>`count(*)::int`.as('rating_count'),
    })
    .from(ratings)
    .where(and(eq(ratings.type, type), eq(ratings.itemId, tableOf(type).id), eq(ratings.isHeld, false)))
    .as('stars');
}
