import type { Clock } from './clock';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Creates a unique id that sorts by creation time: `{prefix}_` and 26 characters of Crockford's base 32 (48 bits of
 * milliseconds, 80 random bits, as in ULID).
 *
 * `crypto.getRandomValues` exists on plain-http pages, where `crypto.randomUUID` does not.
 */
export function createId(prefix: string, clock: Clock): string {
  let time = clock.now();
  let head = '';
  for (let index = 0; index < 10; index += 1) {
    head = `${ALPHABET.charAt(time % 32)}${head}`;
    time = Math.floor(time / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `${prefix}_${head}${Array.from(random, (byte) => ALPHABET.charAt(byte % 32)).join('')}`;
}

/** A secret of 256 random bits, in hexadecimal. */
export function createSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID (RFC 9562, version 4), which also works on plain-http pages. */
export function createUuid(): string {
  const digits = createSecret().slice(0, 32);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** Format of ids: opaque, 1 to 128 safe characters (contract 0). */
export const ID_PATTERN = /^[A-Za-z0-9_-]{1,128}$/;
