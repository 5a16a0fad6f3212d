import { createHmac, randomBytes } from 'node:crypto';
import { secretPlace } from '../hub/skillsetSecrets';

/** How a signing secret begins (Standard Webhooks). */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes a signing secret. */
export function createSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Where the vault keeps the signing secrets of a webhook. No header can have this name. */
export function signingPlace(webhookId: string): string {
  return secretPlace(webhookId, 'the signing secret');
}

/** What is signed. */
export interface SignedMessage {
  /** The same for every attempt. */
  readonly id: string;
  /** When this attempt is made, in milliseconds since the epoch: receivers refuse old ones. */
  readonly at: number;
  readonly body: string;
}

/**
 * The headers of a message by Standard Webhooks: HMAC-SHA256 of id, time in seconds and body, one signature for each
 * secret.
 */
export function signWebhook(secrets: readonly string[], { id, at, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
