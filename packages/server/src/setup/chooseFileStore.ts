import { join } from 'node:path';
import type { ServerConfig } from '../config/serverConfig';
import { createDiskStore } from '../uploads/diskStore';
import type { FileStore } from '../uploads/fileStore';
import { createMemoryStore } from '../uploads/memoryStore';

/** The settings that determine where files are stored. */
export type FileStoreSettings = Pick<ServerConfig, 'objectStore' | 'dataDir'>;

/** Where files are stored: in the configured bucket, in the data folder, or without either in memory. */
export async function chooseFileStore({ objectStore, dataDir }: FileStoreSettings): Promise<FileStore> {
  // Loaded on demand: most servers store their files on disk.
  if (objectStore) return (await import('../uploads/objectStore')).createObjectStore(objectStore);
  return dataDir === undefined ? createMemoryStore() : createDiskStore(join(dataDir, 'files'));
}
