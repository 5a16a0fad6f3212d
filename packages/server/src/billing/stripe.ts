import { createHmac, timingSafeEqual } from 'node:crypto';
import { PLAN_NAMES, TRIAL_DAYS, type PlanName } from '@sotto/hub-api';
import { parseJson, type Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { ApiError } from '../lib/apiError';
import type { StripeSettings } from '../config/builderConfig';
import type { saveSubscription } from '../db/queries/accounts/counterQueries';

const API = 'https://api.stripe.com/v1';
/** How old a signed message may be, in seconds; the provider's own recommendation. */
const MESSAGE_AGE_SECONDS = 300;
/** How long the provider may take, in milliseconds. */
const ANSWER_MS = 20_000;

/** What a message of the provider changes. */
export interface BillingChange {
  readonly id: string;
  readonly subscription: Parameters<typeof saveSubscription>[1] | undefined;
}

const subscriptionSchema = v.object({
  id: v.string(),
  customer: v.string(),
  status: v.string(),
  trial_start: v.nullish(v.number()),
  metadata: v.object({ userId: v.optional(v.string()), plan: v.optional(v.string()) }),
  items: v.optional(v.object({ data: v.array(v.object({ price: v.object({ id: v.string() }) })) })),
});
const messageSchema = v.object({
  id: v.string(),
  type: v.string(),
  created: v.number(),
  data: v.object({ object: v.unknown() }),
});

/** States of a subscription there → here. A payment that is being tried again still counts. */
const STATES: Readonly<Record<string, 'trialing' | 'active' | 'ended'>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'active',
  canceled: 'ended',
  unpaid: 'ended',
  incomplete_expired: 'ended',
  paused: 'ended',
};

/** For whom a plan is bought. */
export interface Payer {
  /** Of the workspace. */
  readonly id: string;
  /** Of the person who buys. */
  readonly email: string;
}

/** Stripe by its HTTP API: subscriptions through its own payment page. */
export function createStripe({
  settings,
  clock,
  fetch: fetcher,
}: {
  settings: StripeSettings;
  clock: Clock;
  fetch: typeof fetch;
}) {
  function planOf(subscription: v.InferOutput<typeof subscriptionSchema>): PlanName | undefined {
    const price = subscription.items?.data[0]?.price.id;
    return (
      PLAN_NAMES.find((plan) => settings.prices[plan] !== undefined && settings.prices[plan] === price) ??
      PLAN_NAMES.find((plan) => plan === subscription.metadata.plan)
    );
  }

  return {
    /** @returns the address of the payment page */
    async createCheckout(request: {
      user: Payer;
      plan: PlanName;
      trial: boolean;
      referral: string | undefined;
      returnUrl: string;
      customerId: string | undefined;
    }): Promise<string> {
      const price = settings.prices[request.plan];
      if (price === undefined) throw new ApiError('BAD_REQUEST', `The plan ${request.plan} is not sold here`);
      const body = new URLSearchParams({
        mode: 'subscription',
        'line_items[0][price]': price,
        'line_items[0][quantity]': '1',
        success_url: request.returnUrl,
        cancel_url: request.returnUrl,
        client_reference_id: request.user.id,
        ...(request.customerId === undefined
          ? { customer_email: request.user.email }
          : { customer: request.customerId }),
        'subscription_data[metadata][userId]': request.user.id,
        'subscription_data[metadata][plan]': request.plan,
        ...(request.referral !== undefined && { 'subscription_data[metadata][referral]': request.referral }),
        ...(request.trial && { 'subscription_data[trial_period_days]': String(TRIAL_DAYS) }),
      });
      const response = await fetcher(`${API}/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${settings.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch((cause: unknown) => {
        throw new ApiError('BAD_GATEWAY', 'The payment provider cannot be reached', { cause });
      });
      const answer = v.safeParse(v.object({ url: v.string() }), await response.json().catch(() => undefined));
      if (!response.ok || !answer.success || !isPaymentPage(answer.output.url))
        throw new ApiError('BAD_GATEWAY', 'The payment provider did not open a page', {
          cause: new Error(`Status ${String(response.status)}`),
        });
      return answer.output.url;
    },
    /** @throws ApiError 400 for a message that was not signed with our key, or is too old */
    readMessage(body: string, signature: string | undefined): BillingChange {
      if (!isSigned(body, signature ?? '', settings.webhookSecret, clock.now()))
        throw new ApiError('BAD_REQUEST', 'The signature is not valid');
      const message = v.safeParse(messageSchema, parseJson(body));
      if (!message.success) throw new ApiError('BAD_REQUEST', 'Not a message of the payment provider');
      const { id, type, created, data } = message.output;
      const subscription = type.startsWith('customer.subscription.')
        ? v.safeParse(subscriptionSchema, data.object)
        : undefined;
      if (!subscription?.success) return { id, subscription: undefined };
      const { metadata, customer, status, trial_start: trialStart } = subscription.output;
      const [plan, state] = [planOf(subscription.output), type.endsWith('.deleted') ? 'ended' : STATES[status]];
      if (metadata.userId === undefined || plan === undefined || state === undefined)
        return { id, subscription: undefined };
      return {
        id,
        subscription: {
          userId: metadata.userId,
          plan,
          status: state,
          customerId: customer,
          subscriptionId: subscription.output.id,
          trialStartedAt: typeof trialStart === 'number' ? trialStart * 1000 : null,
          updatedAt: created * 1000,
        },
      };
    },
  };
}

function isPaymentPage(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:' && /(?:^|\.)stripe\.com$/.test(new URL(url).hostname);
}

/** `t=…,v1=…`: an HMAC of the moment and the body. */
function isSigned(body: string, header: string, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > MESSAGE_AGE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(
    ([name, value = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(expected, Buffer.from(value, 'hex')),
  );
}
