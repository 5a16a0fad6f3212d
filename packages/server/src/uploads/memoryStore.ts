import { requireFileId, type FileStore } from './fileStore';

/** Stores files in memory, for servers without a data folder. */
export function createMemoryStore(): FileStore {
  const files = new Map<string, Uint8Array>();
  return {
    async write(id, bytes) {
      requireFileId(id);
      files.set(id, Uint8Array.from(bytes));
    },
    async read(id) {
      requireFileId(id);
      return files.get(id);
    },
    async delete(id) {
      requireFileId(id);
      files.delete(id);
    },
  };
}
