import { cutText } from '@sotto/widget-core/internal/server';
import { createHash } from 'node:crypto';
import { createId } from '@sotto/widget-core/api';
import { crawlSite, describeFetchFailure, type Crawler } from '../../datasets/site/crawlSite';
import type { SitePage } from '../../reading/readingJobs';
import type { Library } from '../../datasets/library';
import type { SiteChanges } from '../../db/builderSchema';
import type { Database } from '../../db/database';
import {
  claimSite,
  deleteDatasetSite,
  findDueSite,
  insertDatasetSite,
  listDatasetSites,
  listPagesOfOtherSites,
  listSiteFiles,
  renewOtherSites,
  updateDatasetSite,
  type DatasetSite,
} from '../../db/queries/hub/datasetSiteQueries';
import { oneAtATime } from '../../db/queries/oneAtATime';
import { ApiError } from '../../lib/apiError';
import { cleanFileName } from '../../uploads/fileName';
import type { Plans } from '../accounts/plans';

/** How long after it was read a site is read again, in milliseconds (a week). */
const RENEW_MS = 604_800_000;
/** How long a process has a site for itself after each sign of life, in milliseconds. */
const LEASE_MS = 60_000;
/** How often is looked for sites that are due, in milliseconds. */
const SWEEP_MS = 60_000;
/** Sites that a process reads at once, one of each account: others wait, so that nobody's sites keep others' out. */
const AT_ONCE = 4;
/** Sites of one dataset. */
const SITES_MAX = 20;
/** Entries that are kept of failures and of each kind of change. */
const NOTED_MAX = 50;

const ALL_READ_ALREADY = 'Its pages have been read already, with another site of the list';

/** Sites whose pages are documents of datasets. */
export interface DatasetSites {
  /** Adds a site, which is read as soon as there is room. @returns its id @throws ApiError 422 for one too many */
  add(datasetId: string, url: string, pagesMax: number): Promise<string>;
  /** Reads it again as soon as there is room. */
  renew(id: string): Promise<void>;
  /** Deletes it with its pages. */
  remove(site: DatasetSite): Promise<void>;
  /** Reads what is due. */
  sweep(): Promise<void>;
  /** Stops reading sites; the next start resumes them. */
  close(): Promise<void>;
}

/** What sites stand on. */
export interface DatasetSitesOptions extends Crawler {
  readonly db: Database;
  readonly library: Library;
  readonly plans: Pick<Plans, 'requireStorage'>;
  readonly onError: (error: unknown) => void;
}

/** Makes the reader of sites. */
export function createDatasetSites(options: DatasetSitesOptions): DatasetSites {
  const { db, clock, library, onError } = options;
  const ending = new AbortController();
  const running = new Set<Promise<void>>();

  async function read(id: string): Promise<void> {
    const site = await claimSite(db, id, clock.now(), clock.now() + LEASE_MS);
    if (!site) return;
    try {
      await readSite(options, site, ending.signal);
    } catch (error) {
      // Ended with the server: the next process to start continues, once the lease is free.
      if (ending.signal.aborted) return updateDatasetSite(db, id, { state: 'queued', leasedUntil: 0 });
      const now = clock.now();
      await updateDatasetSite(db, id, {
        state: 'failed',
        error: describeFetchFailure(error),
        leasedUntil: 0,
        renewAt: now + RENEW_MS,
        updatedAt: now,
      });
    }
  }

  function start(work: Promise<void>): Promise<void> {
    const tracked: Promise<void> = work.catch(onError).finally(() => {
      running.delete(tracked);
    });
    running.add(tracked);
    return tracked;
  }

  /** The accounts whose sites are being read here. */
  const busy = new Set<string>();
  /** Reads what is due, as far as there is room, until nothing is left. */
  async function readDue(): Promise<void> {
    const reads: Promise<void>[] = [];
    while (!ending.signal.aborted) {
      const site = await findDueSite(db, clock.now(), [...busy]);
      // Only now: another call may have taken the last place, or this account's, meanwhile.
      if (!site || busy.size >= AT_ONCE) break;
      if (busy.has(site.ownerId)) continue;
      busy.add(site.ownerId);
      const done = read(site.id).finally(() => busy.delete(site.ownerId));
      reads.push(start(done.then(readDue)));
    }
    await Promise.all(reads);
  }
  let cancel = clock.setTimer(tick, SWEEP_MS);
  function tick(): void {
    void start(readDue()).then(() => {
      if (!ending.signal.aborted) cancel = clock.setTimer(tick, SWEEP_MS);
    });
  }

  return {
    async add(datasetId, url, pagesMax) {
      const id = createId('site', clock);
      const now = clock.now();
      const row = { id, datasetId, url, pagesMax, renewAt: now + RENEW_MS, createdAt: now, updatedAt: now };
      await oneAtATime(db, 'datasets', datasetId, async (tx) => {
        if ((await listDatasetSites(tx, datasetId)).length >= SITES_MAX)
          throw new ApiError('UNPROCESSABLE_ENTITY', `A dataset may have ${String(SITES_MAX)} sites`);
        await insertDatasetSite(tx, row);
      });
      void start(readDue());
      return id;
    },
    async renew(id) {
      await updateDatasetSite(db, id, { renewAt: clock.now() - 1, updatedAt: clock.now() });
      void start(readDue());
    },
    async remove(site) {
      for (const file of await listSiteFiles(db, site.id)) await library.remove(site.datasetId, file.id);
      await deleteDatasetSite(db, site.id);
      // They may have skipped pages that this site had.
      await renewOtherSites(db, site, clock.now() - 1);
      void start(readDue());
    },
    sweep: () => start(readDue()),
    async close() {
      ending.abort(new Error('The server closes'));
      cancel();
      await Promise.all(running);
    },
  };
}

/** Reads a site to its end; pages that have not changed stay as they are. */
async function readSite(
  options: DatasetSitesOptions,
  site: DatasetSite & { ownerId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = options;
  const before = new Map((await listSiteFiles(db, site.id)).map((file) => [file.url ?? '', file]));
  const seen = new Set<string>();
  const failures: { url: string; reason: string }[] = [];
  const changes: SiteChanges = { added: [], changed: [], removed: [] };
  const hashes = new Set<string>();
  // The start page, a sitemap and a link may lead to the same page: a dataset stores it once.
  const others = await listPagesOfOtherSites(db, site);
  const taken = new Set(others.flatMap(({ url, hash }) => [url === null ? '' : placeOf(url), hash ?? '']));
  let isReadAlready = false;

  await crawlSite(
    options,
    { address: site.url, pagesMax: site.pagesMax, signal },
    {
      async onPage(address, page) {
        const bytes = toDocument(page);
        const hash = createHash('sha256').update(bytes).digest('base64url');
        if (taken.has(hash) || taken.has(placeOf(address))) {
          isReadAlready = true;
          return;
        }
        // One page under two addresses is one document.
        if (hashes.has(hash)) return;
        hashes.add(hash);
        seen.add(address);
        const known = before.get(address);
        if (known?.hash === hash) return;
        await options.plans.requireStorage(site.ownerId, bytes.byteLength);
        await options.library.add(site.datasetId, {
          name: `${cutText(cleanFileName(page.title || new URL(address).pathname), 120)}.md`,
          type: 'text/markdown',
          bytes,
          url: address,
          siteId: site.id,
          hash,
        });
        if (known) await options.library.remove(site.datasetId, known.id);
        (known ? changes.changed : changes.added).push(address);
      },
      onFailure(url, reason, isGone) {
        // What could not be read this time stays as it was.
        if (!isGone) seen.add(url);
        if (failures.length < NOTED_MAX) failures.push({ url, reason });
      },
      async onProgress(pagesDone, pagesFound) {
        const now = clock.now();
        await updateDatasetSite(db, site.id, { pagesDone, pagesFound, leasedUntil: now + LEASE_MS, updatedAt: now });
      },
    },
  );
  for (const [address, { id }] of before) {
    if (seen.has(address)) continue;
    await options.library.remove(site.datasetId, id);
    changes.removed.push(address);
  }
  const now = clock.now();
  await updateDatasetSite(db, site.id, {
    state: 'done',
    failures,
    changes: site.readAt === null ? null : clip(changes),
    leasedUntil: 0,
    readAt: now,
    renewAt: now + RENEW_MS,
    updatedAt: now,
    ...(hashes.size === 0 && {
      state: 'failed' as const,
      error: isReadAlready ? ALL_READ_ALREADY : (failures[0]?.reason ?? 'No page with text was found'),
    }),
  });
}

/** What the addresses of one page have in common: with or without `www.`, a final slash or the name of an index file. */
function placeOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  return host.replace(/^www\./, '') + pathname.replace(/\/(?:index\.(?:html?|php))?$/, '') + search;
}

function toDocument({ markdown }: SitePage): Uint8Array {
  return new TextEncoder().encode(`${markdown.trim()}\n`);
}

function clip({ added, changed, removed }: SiteChanges): SiteChanges {
  const some = (list: readonly string[]): string[] => list.slice(0, NOTED_MAX);
  return { added: some(added), changed: some(changed), removed: some(removed) };
}
