import { THUMBNAIL_LIMITS } from '../reading/readLimits';
import type { StoredFile } from '../db/queries/conversations/fileQueries';
import type { ReadingPool } from '../reading/readingPool';
import type { FileStore } from './fileStore';

/** Small pictures of stored ones. */
export interface Thumbnails {
  /**
   * Drawn once for each state of the file; undefined when the file is gone or is no picture. @throws ApiError 503 when
   * too many are requested at once
   */
  of(file: StoredFile): Promise<Uint8Array | undefined>;
}

/** Draws in threads, few at a time: the drawing library works in those of the system's, which the disk needs, too. */
export function createThumbnails(store: FileStore, reading: ReadingPool): Thumbnails {
  return {
    async of(file) {
      const id = `${file.id}-thumbnail-${String(file.updatedAt)}`;
      const kept = await store.read(id);
      if (kept) return kept;
      const bytes = await store.read(file.id);
      const drawn = bytes && (await reading.run('thumbnail', { bytes }, THUMBNAIL_LIMITS));
      if (drawn) await store.write(id, drawn);
      return drawn;
    },
  };
}
