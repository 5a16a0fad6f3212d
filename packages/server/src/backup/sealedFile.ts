import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { nameOfKey } from '../accounts/vault';

/**
 * A sealed file: a line that names the key, a salt, and frames. Each frame is AES-256-GCM with a key derived (HKDF,
 * RFC 5869) for this file only and its number as nonce. The last frame is marked, so truncated or recombined files
 * cannot be opened (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
 */
const FIRST_LINE = /^sotto-sealed-1 ([0-9a-f]{8})\n/;
/** Size of the first line and the salt in bytes, the same for every key. */
const NAME_LINE_BYTES = 'sotto-sealed-1 00000000\n'.length;
const SALT_BYTES = 32;
const FRAME_BYTES = 65_536;
const TAG_BYTES = 16;
const LAST = Buffer.from('last');
const MIDDLE = Buffer.from('middle');

/** A transform from bytes to bytes. */
export type Bytes = AsyncIterable<Buffer, void>;

/** A sealed file that cannot be opened with these keys. The message is a reason that follows the file's name. */
export class SealedFileError extends Error {}

/** Whether a file that begins like this is sealed. */
export function isSealedFile(beginning: Buffer): boolean {
  return FIRST_LINE.test(beginning.subarray(0, NAME_LINE_BYTES).toString('latin1'));
}

/** Seals a stream. */
export async function* sealBytes(source: Bytes, key: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield Buffer.concat([Buffer.from(`sotto-sealed-1 ${nameOfKey(key)}\n`), salt]);
  const fileKey = deriveFileKey(key, salt);
  let count = 0;
  for await (const { bytes, isLast } of frames(source, FRAME_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(count)).setAAD(isLast ? LAST : MIDDLE);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    count += 1;
  }
}

/**
 * Opens a stream that was sealed with one of the keys. Bytes of a frame are passed on only after it was verified.
 *
 * @throws SealedFileError
 */
export async function* openBytes(source: Bytes, keys: readonly string[]): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < NAME_LINE_BYTES + SALT_BYTES) {
    const next = await iterator.next();
    if (next.done === true) throw new SealedFileError('it is cut');
    head = Buffer.concat([head, next.value]);
  }
  const [, name] = FIRST_LINE.exec(head.subarray(0, NAME_LINE_BYTES).toString('latin1')) ?? [];
  const key = keys.find((each) => nameOfKey(each) === name);
  if (key === undefined)
    throw new SealedFileError(
      keys.length === 0
        ? 'it is sealed. Set SOTTO_KEY to the key it was sealed with'
        : 'it is sealed with another key. Add that one to SOTTO_KEY, after yours, with a comma between them',
    );
  const start = NAME_LINE_BYTES + SALT_BYTES;
  const fileKey = deriveFileKey(key, head.subarray(NAME_LINE_BYTES, start));
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(start);
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  let count = 0;
  for await (const { bytes, isLast } of frames(rest(), FRAME_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw new SealedFileError('it is cut');
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(count))
      .setAAD(isLast ? LAST : MIDDLE)
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    let opened: Buffer;
    try {
      opened = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealedFileError('it is cut or was changed');
    }
    yield opened;
    count += 1;
  }
}

/** Splits bytes into frames of one size. The last one may be shorter or empty, and is marked. */
async function* frames(source: Bytes, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    length += chunk.length;
    // A full frame waits for the next byte: without one, it is the last frame.
    if (length <= size) continue;
    const bytes = Buffer.concat(parts);
    let at = 0;
    for (; bytes.length - at > size; at += size) yield { bytes: bytes.subarray(at, at + size), isLast: false };
    parts = [bytes.subarray(at)];
    length = bytes.length - at;
  }
  yield { bytes: Buffer.concat(parts), isLast: true };
}

function deriveFileKey(key: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'sotto backup', 32));
}

/** The frame number. No key is used for two files, so nonces never repeat. */
function nonceOf(count: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(count), 4);
  return nonce;
}
