import { join } from 'node:path';
import type { ServerConfig } from '../config/serverConfig';
import { createDiskStore } from '../uploads/diskStore';
import type { FileStore } from '../uploads/fileStore';
import { createMemoryStore } from '../uploads/memoryStore';

/** The settings that decide where files are kept. */
export type FileStoreSettings = Pick<ServerConfig, 'objectStore' | 'dataDir'>;

/** Where files are kept: in the bucket of the settings, in the data folder, or without either in memory. */
export async function chooseFileStore({ objectStore, dataDir }: FileStoreSettings): Promise<FileStore> {
  // Loaded when it is wanted: most servers keep their files on disk.
  if (objectStore) return (await import('../uploads/objectStore')).createObjectStore(objectStore);
  return dataDir === undefined ? createMemoryStore() : createDiskStore(join(dataDir, 'files'));
}
