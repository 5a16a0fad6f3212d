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
 * How long files of the frame are kept after the last server with them, in milliseconds (30 days), for pages that
 * stay open during a release. Files of the loader are kept forever, because pages pin them.
 */
const FRAME_FILES_MS = 30 * 86_400_000;
/** Precision of `seenAt`, in milliseconds (a day), so that it is not written at every sweep. */
const SEEN_MS = 86_400_000;
/** Number of files compressed and stored concurrently. */
const BATCH = 16;
/** Number of cached files of other releases. */
const REMEMBERED = 300;
/** Fast compression, because it delays the start; before sending, files are compressed again. */
const QUALITY = 5;

const PATH = /^(?:v2\.\d+\.\d+\.js|v2\/[\w-]+\/[\w.-]+|assets\/[\w.-]+)$/;
const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);

/** The widget's files of this release, and of other releases on the same database. */
export interface ReleaseFiles extends WidgetFiles {
  /** Stores the files of this release for other releases. If they are already stored, this is a single query. */
  publish(): Promise<void>;
  /** Stores missing files, and deletes files of the frame that no server has used for 30 days. */
  sweep(): Promise<void>;
}

/** Dependencies. */
export interface ReleaseFileOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly built: BuiltFiles;
  /** Whether the database outlives this process; otherwise no other process uses it. */
  readonly isLasting: boolean;
}

/**
 * Lets releases serve each other's files.
 *
 * Behind a proxy, a page may come from one release and request its scripts from another: during a rolling deploy,
 * after a rollback, or after being open for long. The database is the only thing all processes are certain to share,
 * so the files are stored there.
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
