import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import * as v from 'valibot';
import type { Database } from '../db/database';
import * as schema from '../db/schema';

/** A step of a plan, as far as it is looked at. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly Plans?: readonly Step[] | undefined;
}
const stepSchema: v.GenericSchema<unknown, Step> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => stepSchema))),
});
const planSchema = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: stepSchema })]) })]);

/** Looks at how the database carries out what a function asks of it. */
export interface QueryPlans {
  /** Tables of at least `rows` rows that some statement of `work` reads from the first row to the last. */
  scannedBy(work: (db: Database) => Promise<unknown>): Promise<string[]>;
}

/**
 * @param database - an embedded one, with its tables filled. @param rows - fewer rows may be read one after the other
 */
export async function openQueryPlans(database: Database, rows: number): Promise<QueryPlans> {
  const client = (database as unknown as { $client: PGlite }).$client;
  await client.exec('analyze');
  const large = new Set(
    (
      await client.query<{ name: string }>(
        'select relname as name from pg_class where relkind = $1 and reltuples >= $2',
        ['r', rows],
      )
    ).rows.map(({ name }) => name),
  );
  return {
    async scannedBy(work) {
      const queries: { query: string; params: unknown[] }[] = [];
      await work(
        drizzle(client, { schema, logger: { logQuery: (query, params) => void queries.push({ query, params }) } }),
      );
      const scanned = new Set<string>();
      for (const { query, params } of queries) {
        if (!/^(?:select|update|delete|insert|with|\()/i.test(query)) continue;
        const { rows: explained } = await client.query(`explain (format json) ${query}`, params as never[]);
        for (const table of scansOf(v.parse(planSchema, explained)[0]['QUERY PLAN'][0].Plan))
          if (large.has(table)) scanned.add(table);
      }
      return [...scanned];
    },
  };
}

function scansOf(step: Step): string[] {
  const own = step['Node Type'] === 'Seq Scan' && step['Relation Name'] !== undefined ? [step['Relation Name']] : [];
  return [...own, ...(step.Plans ?? []).flatMap(scansOf)];
}
