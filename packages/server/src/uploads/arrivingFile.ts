import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum size held in memory during an upload, in bytes. */
export const SMALL_BYTES = 65_536;

/** A file being uploaded: small ones in memory, larger ones on disk, however slow the sender is. */
export interface ArrivingFile {
  /** Bytes received. */
  readonly size: number;
  /** Bytes held in memory. */
  readonly heldBytes: number;
  add(chunk: Uint8Array): Promise<void>;
  /** The whole file, in memory. */
  read(): Promise<Uint8Array>;
  /** Discards it. */
  close(): Promise<void>;
}

/** @param folder - for larger files; created on demand */
export function createArrivingFile(folder: string): ArrivingFile {
  let size = 0;
  let chunks: Uint8Array[] = [];
  let heldBytes = 0;
  let file: FileHandle | undefined;
  let path = '';

  async function openFile(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    path = join(folder, `${randomBytes(12).toString('hex')}.part`);
    const opened = await open(path, 'wx+', 0o600);
    // An open file remains readable after unlinking, and nothing is left after a crash; except on Windows.
    await rm(path, { force: true }).catch(() => undefined);
    return opened;
  }

  return {
    get size() {
      return size;
    },
    get heldBytes() {
      return heldBytes;
    },
    async add(chunk) {
      size += chunk.byteLength;
      chunks.push(chunk);
      heldBytes += chunk.byteLength;
      if (size <= SMALL_BYTES) return;
      file ??= await openFile();
      await file.writeFile(Buffer.concat(chunks));
      chunks = [];
      heldBytes = 0;
    },
    async read() {
      if (!file) return Buffer.concat(chunks);
      const bytes = Buffer.alloc(size);
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(bytes, at, size - at, at);
        if (bytesRead === 0) throw new Error('A file that arrived is shorter than it was');
        at += bytesRead;
      }
      return bytes;
    },
    async close() {
      chunks = [];
      heldBytes = 0;
      if (!file) return;
      await file.close();
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}
