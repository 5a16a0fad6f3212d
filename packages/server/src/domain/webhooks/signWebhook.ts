import { createHmac, randomBytes } from 'node:crypto';
import { secretPlace } from '../hub/skillsetSecrets';

/** Prefix of signing secrets (Standard Webhooks). */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Creates a signing secret. */
export function createSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Vault location of a webhook's secrets. No header can have this name. */
export function signingPlace(webhookId: string): string {
  return secretPlace(webhookId, 'the signing secret');
}

/** Signed content. */
export interface SignedMessage {
  /** The same for every attempt. */
  readonly id: string;
  /** Time of this attempt, in milliseconds since the epoch: receivers refuse old ones. */
  readonly at: number;
  readonly body: string;
}

/** Headers according to Standard Webhooks: HMAC-SHA256 of id, time in seconds and body, one signature per secret. */
export function signWebhook(secrets: readonly string[], { id, at, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
