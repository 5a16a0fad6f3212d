import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Keeps things encrypted that the server must be able to read again: secrets of abilities, headers of MCP servers, and
 * first answers that show a secret once.
 *
 * The key is derived from `SOTTO_SECRET`. Where that is not set, it is derived from the signing secret that the server
 * has made, which is in the same database: then whoever has the database, or a backup of it, can open all of this.
 *
 * Not encrypted in either case: the tokens of signed-in browsers and of an OpenID provider, the keys with which hosts
 * vouch for visitors, the addresses of MCP servers, and everything that people and bots have written. Keys of accounts
 * are kept as digests.
 */
export interface Vault {
  /** @param place - whose it is; it can be opened for the same place only */
  seal(text: string, place: string): string;
  /** @returns undefined for what was sealed with another key, for another place, or changed since */
  open(sealed: string, place: string): string | undefined;
}

const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key of its own, derived (HKDF, RFC 5869) from the secret that also signs tokens. */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sotto vault', 32));
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}${sealed.toString('base64url')}`;
    },
    open(sealed, place) {
      if (!sealed.startsWith(VERSION)) return undefined;
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return undefined;
      }
    },
  };
}
