/** Keeps bytes under ids that the server made; names and text of visitors never reach it. */
export interface FileStore {
  /**
   * Keeps bytes; what is there under this id is replaced whole: a reader sees the old bytes or the new, never a
   * mixture.
   */
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or undefined when there are none. */
  read(id: string): Promise<Uint8Array | undefined>;
  /** Forgets bytes. What is not there is forgotten already. */
  delete(id: string): Promise<void>;
}

const ID = /^[A-Za-z0-9_-]{2,128}$/;

/** Guards the door of every store. @throws TypeError for anything that is not an id of ours */
export function requireFileId(id: string): void {
  if (!ID.test(id)) throw new TypeError('Not the id of a file');
}
