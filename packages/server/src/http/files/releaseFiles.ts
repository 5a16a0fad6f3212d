import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import {
  addBrowserFiles,
  deleteUnseenFiles,
  listStoredPaths,
  readBrowserFile,
  seeBrowserFiles,
} from '../../db/queries/browserFileQueries';
import { contentOf, type Content } from './fileAnswer';
import type { BuiltFiles, WidgetFiles } from './widgetFiles';

/**
 * How long files of the frame are kept after the last server that came with them, in milliseconds (30 days). They are
 * requested by pages that stay open over a release; a reloaded page gets the current frame. Files of the loader
 * are kept for good, because pages pin them.
 */
const FRAME_FILES_MS = 30 * 86_400_000;
/** How exact `seenAt` is, in milliseconds (a day): every server would write it at every sweep otherwise. */
const SEEN_MS = 86_400_000;
/** Files that are compressed and stored at once. */
const BATCH = 16;
/** Files of other releases that are kept in memory. */
const REMEMBERED = 300;
/** Each file is compressed once, by a server that is about to start; sent they are compressed anew and better. */
const QUALITY = 5;

const PATH = /^(?:v2\.\d+\.\d+\.js|v2\/[\w-]+\/[\w.-]+|assets\/[\w.-]+)$/;
const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);

/** The widget's files of this release, and what other releases on the same database have brought. */
export interface ReleaseFiles extends WidgetFiles {
  /**
   * Stores the files of this release, so that other releases can answer for them. Those that are stored already cost
   * one query.
   */
  publish(): Promise<void>;
  /** Publishes what is missing, and forgets files of the frame that no server has had for 30 days. */
  sweep(): Promise<void>;
}

/** What it stands on. */
export interface ReleaseFileOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly built: BuiltFiles;
  /** Whether the database outlives this process; without, no other process uses it. */
  readonly isLasting: boolean;
}

/**
 * Lets releases answer for each other's files.
 *
 * Behind a proxy a page may come from one release and request its scripts from another one: during a rolling deploy,
 * after a
 * roll back, and when it has been open for long. All processes share the database and nothing else for sure, so the
 * files are there.
 */
export function createReleaseFiles({ db, clock, built, isLasting }: ReleaseFileOptions): ReleaseFiles {
  const remembered = new Map<string, Content>();

  async function readStored(path: string): Promise<Content | undefined> {
    const known = remembered.get(path);
    if (known || !PATH.test(path)) return known;
    const stored = await readBrowserFile(db, path);
    if (stored === undefined) return undefined;
    const content = await contentOf(path, await fromBrotli(Buffer.from(stored, 'base64')));
    remembered.set(path, content);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return content;
  }

  async function publish(): Promise<void> {
    if (!isLasting) return;
    const own = await built.listFixed();
    if (own.length === 0) return;
    const paths = own.map(({ path }) => path);
    const stored = await listStoredPaths(db, paths);
    const missing = own.filter(({ path }) => !stored.has(path));
    for (let from = 0; from < missing.length; from += BATCH) {
      const packed = missing.slice(from, from + BATCH).map(async ({ path, file }) => {
        const bytes = await toBrotli(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
        return { path, content: bytes.toString('base64') };
      });
      await addBrowserFiles(db, await Promise.all(packed), clock.now());
    }
    await seeBrowserFiles(db, paths, clock.now(), clock.now() - SEEN_MS);
  }

  return {
    ...built,
    fixed: async (path) => (await built.fixed(path)) ?? readStored(path),
    publish,
    async sweep() {
      await publish();
      await deleteUnseenFiles(db, 'assets', clock.now() - FRAME_FILES_MS);
    },
  };
}
