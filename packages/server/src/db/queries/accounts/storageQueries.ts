import type { Plan } from '@sotto/hub-api';
import { and, eq, getTableColumns, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import {
  abilities,
  abilitySecrets,
  conversationNotes,
  conversations,
  datasetFiles,
  datasets,
  datasetSites,
  mcpAppPages,
  mcpServers,
  skillsets,
  usage,
  widgets,
} from '../../schema';
import { RESOURCE_TABLES, type ResourceType } from '../hub/resourceQueries';

/** What is written together: a resource with its parts, a document, the notes of a conversation. */
export interface StoredPlace {
  readonly kind: ResourceType | 'document' | 'notes';
  readonly id: string;
}

/** Bytes that a workspace stores, and when everything was last counted, in milliseconds since the epoch. */
export interface Stored {
  readonly bytes: number;
  readonly countedAt: number;
}

/** Counts what workspaces store. */
export interface StorageMeter {
  /**
   * Writes to what a workspace stores, and counts by how much the place has grown: of several calls at once, one after the
   * other.
   *
   * @param write - by the given database alone: it is repeated after a full count @throws ApiError 402, 429 LIMITS_REACHED
   * when it has grown and the workspace is full: nothing is written
   */
  store<Result>(
    userId: string,
    place: StoredPlace,
    write: (db: Database, plan: Plan) => Promise<Result>,
  ): Promise<Result>;
  /** Deletes from what a workspace stores, also after the plan has ended, and counts what is free again. */
  free<Result>(userId: string, place: StoredPlace, remove: (db: Database) => Promise<Result>): Promise<Result>;
}

type Part = readonly [table: PgTable, column: AnyColumn, ids: SQL];

/**
 * Tables whose rows count, with the column that names their place. Passages are made from documents, whose own size
 * counts.
 *
 * @param ids - of the places
 */
function partsOf(kind: StoredPlace['kind'], ids: SQL): readonly Part[] {
  switch (kind) {
    case 'skillset':
      return [
        [skillsets, skillsets.id, ids],
        [abilities, abilities.skillsetId, ids],
        [abilitySecrets, abilitySecrets.skillsetId, ids],
        [mcpServers, mcpServers.skillsetId, ids],
        [
          mcpAppPages,
          mcpAppPages.serverId,
          sql`select id from ${mcpServers} where ${mcpServers.skillsetId} in (${ids})`,
        ],
      ];
    case 'dataset':
      return [
        [datasets, datasets.id, ids],
        [datasetSites, datasetSites.datasetId, ids],
      ];
    case 'document':
      return [[datasetFiles, datasetFiles.id, ids]];
    case 'notes':
      return [[conversationNotes, conversationNotes.conversationId, ids]];
    default:
      return [[RESOURCE_TABLES[kind], RESOURCE_TABLES[kind].id, ids]];
  }
}

/** The length of texts, what JSON takes, compressed, and the size of files: known without reading them. */
function bytesOf(table: PgTable): SQL {
  const sizes = Object.values(getTableColumns(table)).flatMap((column) => {
    if (column.columnType === 'PgText') return [sql`coalesce(octet_length(${column}), 0)`];
    if (column.columnType === 'PgJsonb') return [sql`coalesce(pg_column_size(${column}), 0)`];
    return column === datasetFiles.size ? [sql`${column}`] : [];
  });
  return sql`coalesce(sum(${sql.join(sizes, sql` + `)}), 0)`;
}

async function sumOf(db: Database, parts: readonly Part[]): Promise<number> {
  const sums = parts.map(
    ([table, column, ids]) => sql`(select ${bytesOf(table)} from ${table} where ${column} in (${ids}))`,
  );
  const [row] = await db
    .select({ bytes: sql<number>`(${sql.join(sums, sql` + `)})::float8` })
    .from(sql`(select) as one`);
  return row?.bytes ?? 0;
}

/** Bytes of one place. */
export function measurePlace(db: Database, { kind, id }: StoredPlace): Promise<number> {
  return sumOf(db, partsOf(kind, sql`${id}`));
}

/** Slow for large workspaces: not for every call. */
function measureWorkspace(db: Database, ownerId: string): Promise<number> {
  const own = Object.entries(RESOURCE_TABLES).flatMap(([kind, table]) =>
    partsOf(kind as ResourceType, sql`select id from ${table} where owner_id = ${ownerId}`),
  );
  const ofDatasets = sql`select id from ${datasets} where ${eq(datasets.ownerId, ownerId)}`;
  const ofWidgets = sql`select id from ${widgets} where ${eq(widgets.ownerId, ownerId)}`;
  const inWidgets = sql`select id from ${conversations} where ${conversations.widgetId} in (${ofWidgets})`;
  return sumOf(db, [...own, [datasetFiles, datasetFiles.datasetId, ofDatasets], ...partsOf('notes', inWidgets)]);
}

/** The account of an MCP server; undefined: there is no such server. */
export async function readOwnerOfMcpServer(
  db: Database,
  serverId: string,
): Promise<{ readonly ownerId: string; readonly skillsetId: string } | undefined> {
  const [row] = await db
    .select({ ownerId: skillsets.ownerId, skillsetId: skillsets.id })
    .from(mcpServers)
    .innerJoin(skillsets, eq(skillsets.id, mcpServers.skillsetId))
    .where(eq(mcpServers.id, serverId));
  return row;
}

/** The counter of a workspace; `updatedAt` is when everything was last counted. */
const counterOf = (ownerId: string) => ({ subject: `user:${ownerId}`, period: 'stored' });

function isCounterOf(ownerId: string): SQL | undefined {
  const { subject, period } = counterOf(ownerId);
  return and(eq(usage.subject, subject), eq(usage.period, period));
}

/** What a workspace stores, as counted; undefined: it has not been counted yet. */
export async function readStored(db: Database, ownerId: string): Promise<Stored | undefined> {
  const [row] = await db
    .select({ bytes: usage.tokens, countedAt: usage.updatedAt })
    .from(usage)
    .where(isCounterOf(ownerId));
  return row;
}

/** Adds to what a workspace stores. @returns the sum; undefined: it has not been counted yet */
export async function addStored(db: Database, ownerId: string, bytes: number): Promise<Stored | undefined> {
  const [row] = await db
    .update(usage)
    .set({ tokens: sql`${usage.tokens} + ${bytes}::bigint` })
    .where(isCounterOf(ownerId))
    .returning({ bytes: usage.tokens, countedAt: usage.updatedAt });
  return row;
}

/** Counts everything that a workspace stores. */
export async function countStored(db: Database, ownerId: string, now: number): Promise<Stored> {
  const counted = { tokens: await measureWorkspace(db, ownerId), updatedAt: now };
  await db
    .insert(usage)
    .values({ ...counterOf(ownerId), ...counted })
    .onConflictDoUpdate({ target: [usage.subject, usage.period], set: counted });
  return { bytes: counted.tokens, countedAt: now };
}
