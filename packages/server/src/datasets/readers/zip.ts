import { inflateRawSync } from 'node:zlib';
import { takesTooMuch } from '../../reading/readLimits';

/** Signatures and sizes of the format (APPNOTE 6.3.10, 4.3). */
const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const FILE = 0x04034b50;
const FILE_BYTES = 30;
const EXTRA_64 = 1;
/** What stands in a field whose value needs 64 bits. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

/** An archive whose files are unfolded one by one. */
export interface Zip {
  readonly names: readonly string[];
  /**
   * A file's bytes; undefined when there is none of this name. @throws ApiError 422 as soon as the files read so far
   * unfold to more than the limit
   */
  read(name: string): Buffer | undefined;
}

interface Entry {
  readonly method: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Opens an archive by its directory. The sizes that files unfold to are not taken from it: they are counted while the
 * files unfold.
 *
 * @throws for bytes that are no archive, or a damaged one
 */
export function openZip(bytes: Uint8Array, unfoldedMaxBytes: number): Zip {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(archive);
  let leftBytes = unfoldedMaxBytes;
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const content = unfold(archive, entry, leftBytes);
      leftBytes -= content.byteLength;
      return content;
    },
  };
}

function readDirectory(archive: Buffer): Map<string, Entry> {
  const { count, offset } = findDirectory(archive);
  const entries = new Map<string, Entry>();
  let at = offset;
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('The archive has no whole directory');
    const nameBytes = archive.readUInt16LE(at + 28);
    const extraBytes = archive.readUInt16LE(at + 30);
    const extraAt = at + ENTRY_BYTES + nameBytes;
    const name = archive.toString('utf8', at + ENTRY_BYTES, extraAt);
    const [, size = 0, fileOffset = 0] = withWideValues(
      archive,
      [at + 24, at + 20, at + 42],
      extraAt,
      extraAt + extraBytes,
    );
    entries.set(name, { method: archive.readUInt16LE(at + 10), size, offset: fileOffset });
    at = extraAt + extraBytes + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function findDirectory(archive: Buffer): { count: number; offset: number } {
  const first = Math.max(0, archive.byteLength - END_BYTES - COMMENT_MAX_BYTES);
  for (let at = archive.byteLength - END_BYTES; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) !== END) continue;
    const [count, offset] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)];
    if (count !== ELSEWHERE_16 && offset !== ELSEWHERE_32) return { count, offset };
    if (archive.readUInt32LE(at - 20) !== END_64_LOCATOR) return { count, offset };
    const wide = readWide(archive, at - 12);
    if (archive.readUInt32LE(wide) !== END_64) throw new Error('The archive has no whole directory');
    return { count: readWide(archive, wide + 32), offset: readWide(archive, wide + 48) };
  }
  throw new Error('Not an archive');
}

/** Values of an entry in the order in which the extra field has those of them that need 64 bits. */
function withWideValues(archive: Buffer, places: readonly number[], extraAt: number, extraEnd: number): number[] {
  let wideAt = extraAt;
  while (wideAt + 4 <= extraEnd && archive.readUInt16LE(wideAt) !== EXTRA_64)
    wideAt += 4 + archive.readUInt16LE(wideAt + 2);
  wideAt += 4;
  return places.map((place) => {
    const value = archive.readUInt32LE(place);
    if (value !== ELSEWHERE_32 || wideAt + 8 > extraEnd) return value;
    wideAt += 8;
    return readWide(archive, wideAt - 8);
  });
}

function readWide(archive: Buffer, at: number): number {
  return Number(archive.readBigUInt64LE(at));
}

function unfold(archive: Buffer, { method, size, offset }: Entry, maxBytes: number): Buffer {
  if (archive.readUInt32LE(offset) !== FILE) throw new Error('A file of the archive is not where its directory says');
  const start = offset + FILE_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const folded = archive.subarray(start, start + size);
  if (method === STORED) {
    if (folded.byteLength > maxBytes) throw takesTooMuch();
    return folded;
  }
  if (method !== DEFLATED) throw new Error('The archive is folded in an unknown way');
  try {
    // The library takes no limit of 0; a byte too many is noticed below.
    const content = inflateRawSync(folded, { maxOutputLength: maxBytes + 1 });
    if (content.byteLength <= maxBytes) return content;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw takesTooMuch();
}
