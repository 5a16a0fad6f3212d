import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for one purpose (HKDF, RFC 5869). */
export function deriveKey(from: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, '', purpose, 32));
}

/** Encrypts with AES-256-GCM. @param place - context; decryption requires the same one */
export function sealBytes(key: Buffer, bytes: Uint8Array, place = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @returns undefined if the key or context differs, or the data was modified */
export function openBytes(key: Buffer, sealed: Uint8Array, place = ''): Buffer | undefined {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
