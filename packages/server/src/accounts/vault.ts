import { hkdfSync } from 'node:crypto';
import { deriveKey, openBytes, sealBytes } from '../lib/sealedBytes';

/**
 * Keeps things encrypted that the server must be able to read again: its own signing secret, secrets of abilities,
 * addresses and headers of MCP servers, addresses and signing secrets of webhooks, the keys with which hosts vouch for
 * visitors, secrets of authenticator apps, mails that wait to be sent, and the stored responses of keyed calls.
 *
 * With `SOTTO_KEY` the key is not in the database: neither the database nor a backup of it opens any of this. Without
 * it, the key is derived from `SOTTO_SECRET`, or from the signing secret that the server has made, which is in the same
 * database: then access to the database is enough to decrypt all of this.
 *
 * Not encrypted in either case: everything that people and bots have written. The tokens of an OpenID provider are
 * encrypted by the sign-in library, under the signing secret. Keys of accounts are kept as digests; what is stored of a
 * sign-in is no cookie without the signing secret.
 */
export interface Vault {
  /** @param place - whose it is; it can be opened for the same place only */
  seal(text: string, place: string): string;
  /** @returns undefined for what was sealed with another key, for another place, or changed since */
  open(sealed: string, place: string): string | undefined;
  /** Like `open`, for columns whose older rows are plain text. */
  openOrPlain(stored: string, place: string): string | undefined;
  /** Whether this was sealed with the key that seals now. */
  isCurrent(stored: string): boolean;
}

/** `v1`: under a key derived from the secret that also signs tokens. `v2`: under the named key of `SOTTO_KEY`. */
const SEALED = /^(?:v1\.|v2\.([0-9a-f]{8})\.)/;

/** Whether a stored text is sealed. */
export function isSealed(stored: string): boolean {
  return SEALED.test(stored);
}

/** An identifier of a key that reveals nothing about it, for the data sealed with it. */
export function nameOfKey(key: string): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'sotto key name', 4)).toString('hex');
}

/**
 * AES-256-GCM with keys of its own, derived (HKDF, RFC 5869).
 *
 * @param secret - the one that also signs tokens; undefined: what was sealed under it cannot be opened
 * @param keys - those of `SOTTO_KEY`: the first one seals, all of them open. None: the secret seals
 */
export function createVault(secret: string | undefined, keys: readonly string[] = []): Vault {
  const derive = (from: string): Buffer => deriveKey(from, 'sotto vault');
  const byPrefix = new Map<string, Buffer>(keys.map((key) => [`v2.${nameOfKey(key)}.`, derive(key)]));
  if (secret !== undefined) byPrefix.set('v1.', derive(secret));
  const [current] = byPrefix;

  function open(sealed: string, place: string): string | undefined {
    const [prefix = ''] = SEALED.exec(sealed) ?? [];
    const key = byPrefix.get(prefix);
    return key && openBytes(key, Buffer.from(sealed.slice(prefix.length), 'base64url'), place)?.toString('utf8');
  }

  return {
    seal(text, place) {
      if (!current) throw new Error('There is no key to seal with');
      const [prefix, key] = current;
      return `${prefix}${sealBytes(key, Buffer.from(text), place).toString('base64url')}`;
    },
    open,
    openOrPlain: (stored, place) => (isSealed(stored) ? open(stored, place) : stored),
    isCurrent: (stored) => current !== undefined && stored.startsWith(current[0]),
  };
}
