import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requireFileId, type FileStore } from './fileStore';

/**
 * Stores files in a folder, in subfolders by the end of their ids.
 *
 * A file is written to a temporary name, flushed and renamed, so that a crash leaves either the old or the new file.
 *
 * @param folder - created on demand
 */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (id: string): string => {
    requireFileId(id);
    return join(folder, id.slice(-2), id);
  };

  return {
    async write(id, bytes) {
      const path = pathOf(id);
      const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(id) {
      const path = pathOf(id);
      try {
        return await readFile(path);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async delete(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}
