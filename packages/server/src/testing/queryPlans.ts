import type { PGlite } from '@electric-sql/pglite';
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import type pg from 'pg';
import * as v from 'valibot';
import type { Database, OpenDatabase } from '../db/database';
import * as schema from '../db/schema';

/** A step of a plan, as far as it is looked at. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly Plans?: readonly Step[] | undefined;
}
const stepSchema: v.GenericSchema<unknown, Step> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => stepSchema))),
});
const planSchema = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: stepSchema })]) })]);

/** Looks at how the database carries out what a function asks of it. */
export interface QueryPlans {
  /** Tables of at least `rows` rows that some statement of `work` reads from the first row to the last. */
  scannedBy(work: (db: Database) => Promise<unknown>): Promise<string[]>;
  /** Indexes that some statement of `work` reads. */
  indexesOf(work: (db: Database) => Promise<unknown>): Promise<string[]>;
}

/** The connection of a test's database, of either driver. */
export function clientOf({ db }: Pick<OpenDatabase, 'db'>): {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
} {
  return (db as unknown as { $client: ReturnType<typeof clientOf> }).$client;
}

/** @param database - with its tables filled. @param rows - fewer rows may be read one after the other */
export async function openQueryPlans(database: OpenDatabase, rows: number): Promise<QueryPlans> {
  const client = clientOf(database);
  await client.query('analyze');
  const { rows: tables } = await client.query(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= $1`,
    [rows],
  );
  const large = new Set((tables as { name: string }[]).map(({ name }) => name));

  async function plansOf(work: (db: Database) => Promise<unknown>): Promise<Step[]> {
    const queries: { query: string; params: unknown[] }[] = [];
    const options = {
      schema,
      logger: { logQuery: (query: string, params: unknown[]) => void queries.push({ query, params }) },
    };
    await work(
      database.isEmbedded
        ? overPglite(client as unknown as PGlite, options)
        : overPostgres(client as unknown as pg.Pool, options),
    );
    const steps: Step[] = [];
    for (const { query, params } of queries) {
      if (!/^\s*(?:select|update|delete|insert|with|\()/i.test(query)) continue;
      const { rows: explained } = await client.query(`explain (format json) ${query}`, params);
      steps.push(...stepsOf(v.parse(planSchema, explained)[0]['QUERY PLAN'][0].Plan));
    }
    return steps;
  }
  return {
    async scannedBy(work) {
      const scans = (await plansOf(work)).filter((step) => step['Node Type'] === 'Seq Scan');
      return [...new Set(scans.flatMap((step) => step['Relation Name'] ?? []))].filter((table) => large.has(table));
    },
    async indexesOf(work) {
      return [...new Set((await plansOf(work)).flatMap((step) => step['Index Name'] ?? []))];
    },
  };
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}
