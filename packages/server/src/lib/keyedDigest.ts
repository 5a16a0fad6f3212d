import { createHmac } from 'node:crypto';

/**
 * Creates digests for one purpose that cannot be computed without the secret: HMAC-SHA-256, 256 bits in Base64url.
 */
export function keyedDigest(secret: string, purpose: string): (text: string) => string {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
