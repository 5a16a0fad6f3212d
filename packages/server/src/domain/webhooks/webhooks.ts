import { createId, type Clock } from '@sotto/widget-core/api';
import type { MailQueue } from '../../accounts/mailQueue';
import type { Vault } from '../../accounts/vault';
import type { Database } from '../../db/database';
import {
  claimDelivery,
  deleteOldDeliveries,
  insertDelivery,
  queueAgain,
  settleDelivery,
  switchOff,
  updateWebhook,
  type ClaimedDelivery,
  type StoredWebhook,
} from '../../db/queries/webhooks/webhookQueries';
import { createQueueWorker } from '../../db/queueWorker';
import type { PublicFetch } from '../../unfurl/publicFetch';
import type { Audit } from '../accounts/audit';
import { addForAll, recipientsOf } from '../accounts/teams';
import { ADDRESS, secretPlace } from '../hub/skillsetSecrets';
import { attemptDelivery } from './attemptDelivery';
import { createSigningSecret, signingPlace } from './signWebhook';

/** Messages that this process sends at a time, of all accounts and of one. */
const AT_ONCE = 8;
const AT_ONCE_OF_ACCOUNT = 2;
/** How long a process has a delivery for itself, in milliseconds: longer than an attempt takes. */
const LEASE_MS = 60_000;
/** Waits before the second attempt and each one after it, in milliseconds; then the message has failed. */
export const RETRY_WAITS_MS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1_000);
/** How long a webhook is left alone after a failure, in milliseconds, doubled with each one more. */
const REST_MS = 5_000;
const REST_MAX_MS = 300_000;
/** From when on a webhook that has only failed is switched off: after five days, and as many attempts. */
const FAILING_MS = 432_000_000;
const FAILURES_MIN = 10;
/** How long the former secret signs as well after another was made, in milliseconds (24 hours). */
export const SECRET_OVERLAP_MS = 86_400_000;
/** How long the log is kept, in milliseconds (30 days). */
const LOG_MS = 2_592_000_000;
const DELETED_AT_ONCE = 500;

/** Sends what is in the queue, and keeps secrets. */
export interface Webhooks {
  /** A new webhook as the database keeps it, and its signing secret. */
  make(id: string, url: string): { readonly sealed: Pick<StoredWebhook, 'url' | 'secret'>; readonly secret: string };
  /** The address as it is called; empty when it cannot be opened because the server has another key now. */
  address(webhook: Pick<StoredWebhook, 'id' | 'url'>): string;
  /** Makes another secret; the former one signs as well for 24 hours. @returns the new one */
  rollSecret(webhook: StoredWebhook): Promise<string>;
  /** Queues a test. */
  sendTest(webhook: StoredWebhook): Promise<string>;
  /** Queues a delivery again. @returns false: there is none that could be */
  sendAgain(webhookId: string, deliveryId: string): Promise<boolean>;
  /** Forgets what is past its time in the log. */
  sweep(): Promise<void>;
  /** Ends what is being sent; another start sends it again. */
  close(): Promise<void>;
}

/** What webhooks stand on. */
export interface WebhooksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly fetcher: PublicFetch;
  readonly audit: Audit;
  readonly mails: MailQueue;
  /** Where owners reach the server. */
  readonly baseUrl: () => string;
  readonly onError: (error: unknown) => void;
}

/** Makes the sender; it looks at the queue until it is closed. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { db, clock, vault } = options;
  const worker = createQueueWorker<ClaimedDelivery>({
    clock,
    atOnce: AT_ONCE,
    claim(busy) {
      const owners = busy.map(({ webhook }) => webhook.ownerId);
      const full = owners.filter((id) => owners.filter((each) => each === id).length >= AT_ONCE_OF_ACCOUNT);
      return claimDelivery(db, clock.now(), LEASE_MS, full);
    },
    work: (claimed, signal) => send(options, claimed, signal),
    onError: options.onError,
  });

  return {
    make(id, url) {
      const secret = createSigningSecret();
      const sealed = { url: vault.seal(url, secretPlace(id, ADDRESS)), secret: vault.seal(secret, signingPlace(id)) };
      return { sealed, secret };
    },
    address: ({ id, url }) => vault.open(url, secretPlace(id, ADDRESS)) ?? '',
    async rollSecret({ id, secret: former }) {
      const secret = createSigningSecret();
      await updateWebhook(db, id, {
        secret: vault.seal(secret, signingPlace(id)),
        previousSecret: former,
        previousUntil: clock.now() + SECRET_OVERLAP_MS,
        updatedAt: clock.now(),
      });
      return secret;
    },
    async sendTest({ id: webhookId }) {
      const id = createId('evt', clock);
      const now = clock.now();
      await insertDelivery(db, {
        id,
        eventId: id,
        event: 'webhook.test',
        body: JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: { webhookId } }),
        webhookId,
        dueAt: now,
        createdAt: now,
        updatedAt: now,
      });
      await updateWebhook(db, webhookId, { restUntil: 0 });
      worker.wake();
      return id;
    },
    async sendAgain(webhookId, deliveryId) {
      if (!(await queueAgain(db, webhookId, deliveryId, clock.now()))) return false;
      await updateWebhook(db, webhookId, { restUntil: 0 });
      worker.wake();
      return true;
    },
    async sweep() {
      while ((await deleteOldDeliveries(db, clock.now() - LOG_MS, DELETED_AT_ONCE)) >= DELETED_AT_ONCE);
    },
    close: () => worker.close(),
  };
}

/** Makes one attempt, and notes what it came to. */
async function send(options: WebhooksOptions, claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { db, clock } = options;
  const { delivery } = claimed;
  const attempt = await attemptDelivery(options, claimed, signal);
  // The server closes: the next process to look sends it again.
  if (signal.aborted && !attempt.isDelivered) return;
  const now = clock.now();
  const waitMs = RETRY_WAITS_MS[delivery.attempts - 1];
  const { httpStatus, error, durationMs } = attempt;
  const webhook = await settleDelivery(
    db,
    delivery,
    {
      httpStatus,
      error,
      durationMs,
      status: attempt.isDelivered ? 'delivered' : waitMs === undefined ? 'failed' : 'pending',
      dueAt: now + Math.round((waitMs ?? 0) * (1 + Math.random() / 10)),
    },
    attempt.isDelivered ? undefined : Math.min(REST_MS * 2 ** claimed.webhook.failures, REST_MAX_MS),
    now,
  );
  if (!webhook || attempt.isDelivered) return;
  if (httpStatus === 410) await giveUp(options, webhook, 'gone');
  else if (webhook.failures >= FAILURES_MIN && now - (webhook.failingSince ?? now) >= FAILING_MS)
    await giveUp(options, webhook, 'failing');
}

/** Disables a webhook, and notifies its owner. */
async function giveUp(
  { db, clock, audit, mails, baseUrl }: WebhooksOptions,
  { id, ownerId }: StoredWebhook,
  off: 'failing' | 'gone',
): Promise<void> {
  const isOff = await mails.within(db, async (tx, add) => {
    if (!(await switchOff(tx, id, off, clock.now()))) return false;
    const { addresses, query } = await recipientsOf(tx, ownerId, 'owner');
    await addForAll(add, addresses, {
      purpose: 'webhook-off',
      accountId: ownerId,
      subject: 'A webhook was switched off',
      text: [
        off === 'gone'
          ? 'The server of one of your webhooks answered 410 Gone, so the webhook was switched off.'
          : 'One of your webhooks has failed for five days, so it was switched off.',
        `See what failed, and switch it on again here:\n${baseUrl()}/account/webhooks/${id}${query}`,
      ].join('\n\n'),
    });
    return true;
  });
  if (!isOff) return;
  const target = { type: 'webhook', id };
  await audit.append({ action: 'webhook.off', accountId: ownerId, actor: 'server', target, details: { reason: off } });
}
