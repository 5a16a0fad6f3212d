import { THUMBNAIL_LIMITS } from '../reading/readLimits';
import type { StoredFile } from '../db/queries/conversations/fileQueries';
import type { ReadingPool } from '../reading/readingPool';
import type { FileStore } from './fileStore';

/** Thumbnails of stored pictures. */
export interface Thumbnails {
  /**
   * Generated once per version of the file; undefined if the file does not exist or is not a picture. @throws
   * ApiError 503 if too many are requested at once
   */
  of(file: StoredFile): Promise<Uint8Array | undefined>;
}

/** Limits concurrency: the image library uses the system's thread pool, which file access needs too. */
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
