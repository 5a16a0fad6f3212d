import type { Clock } from '@sotto/widget-core/api';
import { describeFetchFailure } from '../../datasets/site/crawlSite';
import type { Vault } from '../../accounts/vault';
import type { ClaimedDelivery } from '../../db/queries/webhooks/webhookQueries';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { ADDRESS, secretPlace } from '../hub/skillsetSecrets';
import { signingPlace, signWebhook } from './signWebhook';

/** Time limit for receivers, in milliseconds. */
const ANSWER_MS = 10_000;
/** Maximum response size; only the status is used. */
const ANSWER_BYTES = 1_024;

/** Result of an attempt. */
export interface Attempt {
  readonly isDelivered: boolean;
  readonly httpStatus: number | null;
  /** Reason of a failure, for the owner; null on success. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Sends a message once. Any 2xx status is a success; redirects are not followed. */
export async function attemptDelivery(
  { vault, fetcher, clock }: { readonly vault: Vault; readonly fetcher: PublicFetch; readonly clock: Clock },
  { delivery, webhook }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = clock.now();
  const place = signingPlace(webhook.id);
  const sealed = [webhook.secret];
  if (webhook.previousSecret !== null && (webhook.previousUntil ?? 0) > startedAt) sealed.push(webhook.previousSecret);
  const secrets = sealed.flatMap((each) => vault.open(each, place) ?? []);
  const url = vault.open(webhook.url, secretPlace(webhook.id, ADDRESS));
  if (url === undefined || secrets.length === 0)
    return failed('The address or the secret cannot be read: the server has another key now', 0);
  try {
    const { status } = await fetcher(url, {
      method: 'POST',
      accept: '*/*',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sotto-Webhooks/1',
        ...signWebhook(secrets, { id: delivery.eventId, at: startedAt, body: delivery.body }),
      },
      body: delivery.body,
      followsRedirects: false,
      timeoutMs: ANSWER_MS,
      maxBytes: ANSWER_BYTES,
      whenLonger: 'cut',
      signal,
    });
    const durationMs = clock.now() - startedAt;
    const isDelivered = status >= 200 && status < 300;
    const error = isDelivered
      ? null
      : status >= 300 && status < 400
        ? `Status ${String(status)}: redirects are not followed`
        : `Status ${String(status)}`;
    return { isDelivered, httpStatus: status, error, durationMs };
  } catch (error) {
    return failed(describeFetchFailure(error, 'The connection failed'), clock.now() - startedAt);
  }
}

function failed(error: string, durationMs: number): Attempt {
  return { isDelivered: false, httpStatus: null, error, durationMs };
}
