import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Up to this size, in bytes, a file is held in memory while it arrives. */
export const SMALL_BYTES = 65_536;

/** A file while it arrives: the beginning is in memory, a larger one on disk, however long its sender takes. */
export interface ArrivingFile {
  /** Bytes that have arrived. */
  readonly size: number;
  /** Bytes of it that are held in memory. */
  readonly heldBytes: number;
  add(chunk: Uint8Array): Promise<void>;
  /** All of it, in memory. */
  read(): Promise<Uint8Array>;
  /** Forgets it. */
  close(): Promise<void>;
}

/** @param folder - for larger files; made when it is first needed */
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
    // An open file stays readable without its name, and nothing of it is left after a crash; not so on Windows.
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
