/** Stores bytes under ids created by the server, never under names from visitors. */
export interface FileStore {
  /** Stores bytes, replacing existing ones atomically. */
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or undefined. */
  read(id: string): Promise<Uint8Array | undefined>;
  /** Deletes bytes, if they exist. */
  delete(id: string): Promise<void>;
}

const ID = /^[A-Za-z0-9_-]{2,128}$/;

/** Validates the id, for every store. @throws TypeError if it was not created by the server */
export function requireFileId(id: string): void {
  if (!ID.test(id)) throw new TypeError('Not the id of a file');
}
