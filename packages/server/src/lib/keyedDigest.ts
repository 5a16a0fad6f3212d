import { createHmac } from 'node:crypto';

/**
 * Makes digests for one purpose that nobody can compute, and so guess, without the secret: HMAC-SHA-256, 256 bits in
 * Base64url.
 */
export function keyedDigest(secret: string, purpose: string): (text: string) => string {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
