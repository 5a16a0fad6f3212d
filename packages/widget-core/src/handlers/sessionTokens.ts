import { parseJson } from '../lib/json';

/** Minimum length of the secret, in characters. */
const SECRET_MIN_LENGTH = 32;

/** Signed tokens of conversations. */
export interface SessionTokens {
  /** @param expiresAt - milliseconds since the epoch */
  readonly make: (conversationId: string, expiresAt: number) => Promise<string>;
  /** The conversation of a token, and its expiry; undefined if the token is invalid. */
  readonly read: (token: string) => Promise<{ conversationId: string; expiresAt: number } | undefined>;
}

/** HMAC with SHA-256, by Web Crypto, which Node, Workers, Deno and Bun support. */
export function createSessionTokens(secret: string): SessionTokens {
  if (secret.length < SECRET_MIN_LENGTH)
    throw new TypeError(`\`secret\` needs at least ${String(SECRET_MIN_LENGTH)} random characters`);
  const key = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  return {
    async make(conversationId, expiresAt) {
      const content = toBase64Url(new TextEncoder().encode(JSON.stringify([conversationId, expiresAt])));
      const signature = await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(content));
      return `${content}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async read(token) {
      const [content = '', signature = ''] = token.split('.');
      const bytes = fromBase64Url(signature);
      if (!bytes || !(await crypto.subtle.verify('HMAC', await key, bytes, new TextEncoder().encode(content))))
        return undefined;
      const [conversationId, expiresAt] = parseJson(new TextDecoder().decode(fromBase64Url(content))) as [
        string,
        number,
      ];
      return { conversationId, expiresAt };
    },
  };
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
