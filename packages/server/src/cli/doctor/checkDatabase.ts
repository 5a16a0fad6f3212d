import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import { DATABASE_DEADLINES, OTHER_CONNECTIONS } from '../../config/deadlines';
import type { ServerConfig } from '../../config/serverConfig';
import {
  areNewTables,
  areOldTables,
  NEW_TABLES,
  OLD_TABLES,
  readApplied,
  readJournal,
  readNeeded,
} from '../../db/journal';
import { lateIndexesOf } from '../../db/lateIndexes';
import { migrationsFolder } from '../../db/packageFiles';
import { createClient } from '../../db/postgresPool';
import { readPgvector } from '../../db/postgresVectors';
import { isPgvectorUsable, OLDEST_PGVECTOR } from '../../db/vectors';
import { reasonOf } from '../../lib/plainReason';
import { failed, ok, warning, type Finding } from './finding';
import type { Offset } from './checkClock';

/** The oldest PostgreSQL that is supported, as `server_version_num` has it. */
const OLDEST_VERSION = 150_000;
/** How many widgets and accounts a message names. */
const NAMED_MAX = 5;
const BY_DATABASE = 'The database compares the vectors, through an index of pgvector';

/** What was found of the database, and how far its clock is from this machine's. */
export interface DatabaseFindings {
  readonly findings: readonly Finding[];
  readonly offsets: readonly Offset[];
}

/** Checks the database without changing it: nothing is migrated. */
export async function checkDatabase(config: ServerConfig): Promise<DatabaseFindings> {
  if (config.databaseUrl === undefined) {
    const vectors = config.embeddingModel === undefined ? [] : [ok('vectors', BY_DATABASE)];
    return { findings: [await checkDataFolder(config.dataDir), ...vectors], offsets: [] };
  }
  const client = createClient(config.databaseUrl, DATABASE_DEADLINES.answerMs);
  try {
    await client.connect();
    const { finding, offset } = await readServer(client, config);
    const tables = await checkMigrations(client);
    const ofProfile = config.profile === 'regulated' && tables.status === 'ok' ? await checkEnforced(client) : [];
    const vectors = config.embeddingModel === undefined ? [] : [await checkVectors(client)];
    const indexes = tables.status === 'ok' ? [await checkIndexes(client)] : [];
    const mails = tables.status === 'ok' && config.mail !== undefined ? [await checkMails(client)] : [];
    return { findings: [finding, tables, ...indexes, ...vectors, ...mails, ...ofProfile], offsets: [offset] };
  } catch (error) {
    const fix = 'Check DATABASE_URL, that PostgreSQL runs, and that this machine may reach it';
    return { findings: [failed('database', `PostgreSQL cannot be used: ${reasonOf(error)}`, fix)], offsets: [] };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkDataFolder(dataDir: string | undefined): Promise<Finding> {
  if (dataDir === undefined) return ok('database', 'The database is in memory');
  const folder = resolve(dataDir);
  const isThere = await mayUse(folder, constants.F_OK);
  if (await mayUse(isThere ? folder : dirname(folder), constants.R_OK | constants.W_OK))
    return ok('database', `The embedded database is in ${folder}${isThere ? '' : ', which the first start makes'}`);
  return failed(
    'database',
    `${folder} cannot be written`,
    'Give this user the folder, or name another with SOTTO_DATA_DIR',
  );
}

async function mayUse(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function readServer(
  client: pg.Client,
  { connections, ownerConnections, processes }: ServerConfig,
): Promise<{ finding: Finding; offset: Offset }> {
  const askedAt = Date.now();
  const { rows } = await client.query<{ number: number; version: string; now: number; most: number }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      extract(epoch from clock_timestamp())::float8 * 1000 as now,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  );
  const [{ number, version, now, most } = { number: 0, version: '', now: 0, most: 0 }] = rows;
  const offset = { name: 'the database', offsetMs: now - (askedAt + Date.now()) / 2 };
  const wanted = processes * (connections + ownerConnections + OTHER_CONNECTIONS);
  if (number < OLDEST_VERSION)
    return {
      offset,
      finding: failed('database', `PostgreSQL ${version} is too old`, 'Upgrade to PostgreSQL 15 or newer'),
    };
  if (wanted > most)
    return {
      offset,
      finding: warning(
        'database',
        `PostgreSQL ${version} accepts ${String(most)} connections, and this server may open ${String(wanted)}`,
        'Raise max_connections, or lower DATABASE_CONNECTIONS and DATABASE_OWNER_CONNECTIONS',
      ),
    };
  return { offset, finding: ok('database', `PostgreSQL ${version}`) };
}

/** Checks how far the tables are. @param folder - of the migrations; those of this release by default */
export async function checkMigrations(client: pg.Client, folder?: string): Promise<Finding> {
  const entries = await readJournal(folder);
  const last = entries.at(-1);
  const applied = await readApplied(client);
  const newest = Math.max(0, ...applied);
  const missing = entries.filter(({ when }) => when > newest).length;
  if (areOldTables(applied, entries)) return failed('migrations', OLD_TABLES.message, OLD_TABLES.fix);
  if (areNewTables(await readNeeded(client), entries)) return failed('migrations', NEW_TABLES.message, NEW_TABLES.fix);
  if (last === undefined || missing === entries.length)
    return warning('migrations', 'The database has no tables yet', 'Start the server: it makes them');
  if (newest > last.when)
    return warning(
      'migrations',
      'The tables are those of a newer release',
      'Run that release, unless this is a roll back: a release runs on the tables of the next one',
    );
  return missing === 0
    ? ok('migrations', `All ${String(entries.length)} are applied, the last one is ${last.tag}`)
    : warning('migrations', `${String(missing)} are not applied`, 'Start the server: it applies them');
}

/** The indexes that the server makes while it runs, and where that failed or was interrupted, at its next start. */
async function checkIndexes(client: pg.Client): Promise<Finding> {
  const names = lateIndexesOf(migrationsFolder()).map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name
      where not exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)`,
    [names],
  );
  if (rows.length === 0) return ok('indexes', 'All are there');
  return warning(
    'indexes',
    `Not there yet, so some lists of the inbox are slow: ${list(rows)}`,
    'If no server is making them, start one: it makes them while others write',
  );
}

/** Who compares the vectors of datasets: the database, or each process of the server, which takes its whole thread. */
async function checkVectors(client: pg.Client): Promise<Finding> {
  const { version, isInstalled } = await readPgvector(client);
  if (version !== undefined && isPgvectorUsable(version)) return ok('vectors', `${BY_DATABASE} ${version}`);
  const [why, fix] =
    version !== undefined
      ? [
          `pgvector ${version} is too old`,
          `Install pgvector ${OLDEST_PGVECTOR} or newer, then ALTER EXTENSION vector UPDATE`,
        ]
      : isInstalled
        ? ['this database has no pgvector yet', 'Start the server, or run CREATE EXTENSION vector as a user who may']
        : ['PostgreSQL has no pgvector', `Install pgvector ${OLDEST_PGVECTOR} or newer, then start the server again`];
  return warning('vectors', `Each process compares the vectors itself, which is slow for large datasets: ${why}`, fix);
}

/** Mails that could not be sent: those that are tried again, and those that were given up and are still counted. */
async function checkMails(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ waiting: number; lost: number }>(
    `select count(*) filter (where gave_up_at is null)::int as waiting, count(gave_up_at)::int as lost
      from mails where failed_at is not null`,
  );
  const [{ waiting, lost } = { waiting: 0, lost: 0 }] = rows;
  if (waiting + lost === 0) return ok('mails', 'None failed in the last seven days');
  return warning(
    'mails',
    `${String(lost)} could not be sent in the last seven days, and ${String(waiting)} will be tried again`,
    'Look for "event":"mail" in the log',
  );
}

/** The demands of the profile that are enforced at each call: whose calls are refused today. */
async function checkEnforced(client: pg.Client): Promise<Finding[]> {
  const operators = await client.query<{ name: string }>(
    'select email as name from users where is_operator and not has_second_factor order by email',
  );
  const widgets = await client.query<{ name: string }>(
    `select id as name from widgets
      where owner_id is not null and (allowed_origins = '[]'::jsonb or allowed_origins ? '*') order by id`,
  );
  return [
    operators.rows.length === 0
      ? ok('operator-second-factor', 'Every operator has one')
      : warning(
          'operator-second-factor',
          `Operators without one, whose calls as an operator are refused: ${list(operators.rows)}`,
          'They turn two-factor authentication on at /settings',
        ),
    widgets.rows.length === 0
      ? ok('origins', 'Every widget names the sites it works on')
      : warning(
          'origins',
          `Widgets that name no site, and so work on this site alone: ${list(widgets.rows)}`,
          'Their owners name the origins in the settings of each widget',
        ),
  ];
}

function list(rows: readonly { readonly name: string }[]): string {
  const more = rows.length - NAMED_MAX;
  return [...rows.slice(0, NAMED_MAX).map(({ name }) => name), ...(more > 0 ? [`${String(more)} more`] : [])].join(
    ', ',
  );
}
