import { join } from 'node:path';
import type { ServerConfig } from '../config/serverConfig';
import { createDiskStore } from '../uploads/diskStore';
import type { FileStore } from '../uploads/fileStore';
import { createMemoryStore } from '../uploads/memoryStore';

/** Where files are kept: in the bucket of the settings, in the data folder, or without either in memory. */
export async function chooseFileStore({
  objectStore,
  dataDir,
}: Pick<ServerConfig, 'objectStore' | 'dataDir'>): Promise<FileStore> {
  // Loaded when it is wanted: most servers keep their files on disk.
  if (objectStore) return (await import('../uploads/objectStore')).createObjectStore(objectStore);
  return dataDir === undefined ? createMemoryStore() : createDiskStore(join(dataDir, 'files'));
}
