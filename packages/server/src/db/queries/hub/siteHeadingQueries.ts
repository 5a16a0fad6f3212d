import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../database';
import { datasetFiles, passages } from '../../schema';

/** Passages whose headings are read: enough for the pages of a small site, and a bound for a large one. */
const READ_MAX = 1_000;

/** A section of a page: the page's title and address, and the headings above the section, outermost first. */
export interface SiteSection {
  readonly page: string;
  readonly headings: readonly string[];
  readonly url: string;
}

/** The sections of the pages of a site, in the order in which they were read. */
export async function listSiteSections(db: Database, siteId: string): Promise<SiteSection[]> {
  return db
    .select({ page: passages.page, headings: passages.headings, url: passages.url })
    .from(passages)
    .innerJoin(datasetFiles, eq(datasetFiles.id, passages.fileId))
    .where(eq(datasetFiles.siteId, siteId))
    .orderBy(asc(passages.sequence))
    .limit(READ_MAX);
}
