import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';

/** Validity of a link to a file, in milliseconds (1 hour). Contract 1.6. */
export const LINK_LIFE_MS = 3_600_000;

/**
 * Creates links that grant access to one file for a limited time, for pictures, players and downloads, which send no
 * token.
 */
export interface SignedLinks {
  /**
   * @param path - relative to the configured base. @returns the path with its signature, and its expiry in
   *   milliseconds since the epoch
   */
  sign(path: string): { url: string; expiresAt: number };
  /** Whether a path has a valid signature. */
  isValid(path: string, expires: string, signature: string): boolean;
}

/** Signs with a separate key, derived from the server's, so that signatures cannot be used in session tokens. */
export function createSignedLinks(secret: string, clock: Clock): SignedLinks {
  const key = createHmac('sha256', secret).update('signed links').digest();
  const digest = (path: string, expires: string): Buffer =>
    createHmac('sha256', key).update(`${expires} ${path}`).digest();

  return {
    sign(path) {
      const expiresAt = clock.now() + LINK_LIFE_MS;
      const signature = digest(path, String(expiresAt)).toString('base64url');
      return { url: `${path}?expires=${String(expiresAt)}&signature=${signature}`, expiresAt };
    },
    isValid(path, expires, signature) {
      if (!/^\d{1,15}$/.test(expires) || Number(expires) < clock.now()) return false;
      const given = Buffer.from(signature, 'base64url');
      const expected = digest(path, expires);
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    },
  };
}
