import { DEFAULT_PLAN, PLAN_NAMES, PLANS, TRIAL_DAYS, type PlanName } from '@sotto/hub-api';
import { toCallbackPath, type Clock } from '@sotto/widget-core/api';
import type { Stripe } from 'stripe';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { ApiError } from '../lib/apiError';
import { loadOnce } from '../lib/loadOnce';
import type { Logger } from '../lib/logger';
import type { StripeSettings } from '../config/builderConfig';
import type { Database } from '../db/database';
import { countReferral } from '../db/queries/accounts/referralQueries';
import {
  addCustomer,
  readCustomer,
  readPlanOf,
  saveSubscription,
  type Subscription,
} from '../db/queries/accounts/subscriptionQueries';

/** How long the provider may take for an answer, in milliseconds; a call is tried twice. */
const ANSWER_MS = 8_000;
/** How old a signed event may be, in seconds; the provider's own recommendation. */
const EVENT_AGE_SECONDS = 300;

/** States at the provider → here. A payment that is being tried again still counts; a first one that fails never did. */
const STATES: Readonly<Record<Stripe.Subscription.Status, Subscription['status'] | undefined>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'active',
  canceled: 'ended',
  unpaid: 'ended',
  paused: 'ended',
  incomplete: undefined,
  incomplete_expired: undefined,
};

/** For whom a plan is bought. */
export interface Payer {
  /** Of the workspace. */
  readonly id: string;
  /** Of the person who buys. */
  readonly email: string;
}

/** A request to buy a plan. `returnTo` is a path of this site. */
export interface CheckoutRequest {
  readonly trial: boolean;
  readonly plan: PlanName;
  readonly referral: string | undefined;
  readonly returnTo: string;
}

/** Buying a plan [S-4, H-13]. */
export interface Billing {
  /**
   * @returns where the browser goes to pay; for an account with a plan, where it is changed, paid or cancelled
   * @throws ApiError 501 while billing is off, 400, 409 for a second trial, 502
   */
  checkout(account: Payer, request: CheckoutRequest): Promise<string>;
  /** Takes in an event of the provider. @throws ApiError 400 for one that it did not sign, 502 */
  takeIn(body: Uint8Array, signature: string | undefined): Promise<void>;
}

/** What billing stands on. `settings` undefined: billing is off. */
export interface BillingOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** Of the provider's API. @default its own */
  url: string | undefined;
  publicUrl: string | undefined;
  settings: StripeSettings | undefined;
}

/** Plans are sold by Stripe. Its records decide: events only name a subscription, whose present state is then read. */
export function createBilling({ db, clock, logger, url, publicUrl, settings }: BillingOptions): Billing {
  const provider = settings && loadOnce(() => openProvider(settings, url));
  const open = async () => {
    if (!provider || publicUrl === undefined)
      throw new ApiError('NOT_IMPLEMENTED', 'Billing is off on this server: every account has everything.');
    return { stripe: await provider(), settings, site: publicUrl };
  };

  return {
    async checkout(account, { trial, plan, referral, returnTo }) {
      const { stripe, settings: shop, site } = await open();
      const price = shop.prices[plan];
      if (!PLANS[plan].price || price === undefined)
        throw new ApiError('BAD_REQUEST', `The plan ${plan} cannot be bought here. The usual one is ${DEFAULT_PLAN}.`, {
          details: [{ path: 'plan', message: plan }],
        });
      // An address outside the site is changed by `toCallbackPath`.
      const path = toCallbackPath(returnTo);
      if (new URL(returnTo, 'http://site.invalid').href !== new URL(path, 'http://site.invalid').href)
        throw new ApiError('BAD_REQUEST', 'returnTo is not a path of this site', {
          details: [{ path: 'returnTo', message: 'Expected a path' }],
        });

      const page = await reach(async () => {
        const customer = await customerOf(stripe, account);
        const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
        if (subscriptions.some(({ status }) => status !== 'canceled' && STATES[status]))
          return stripe.billingPortal.sessions.create({ customer, return_url: site + path });
        if (trial && subscriptions.some((each) => each.trial_start !== null))
          throw new ApiError('CONFLICT', 'This account has already used its trial');
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          client_reference_id: account.id,
          line_items: [{ price, quantity: 1 }],
          success_url: site + path,
          cancel_url: site + path,
          subscription_data: {
            metadata: { userId: account.id, ...(referral && { referral }) },
            ...(trial && { trial_period_days: TRIAL_DAYS }),
          },
        });
        if (referral) await countReferral(db, referral, new Date(clock.now()).toISOString().slice(0, 7));
        return keepNewest(stripe, customer, session);
      });
      if (!isProvidersPage(page.url)) throw new ApiError('BAD_GATEWAY', 'The payment provider did not open a page');
      return page.url;
    },
    async takeIn(body, signature) {
      const { stripe, settings: shop } = await open();
      const event = readEvent(stripe, shop.webhookSecret, body, signature, clock.now());
      if (!event.type.startsWith('customer.subscription.')) return;
      const { id } = event.data.object as Stripe.Subscription;
      const updatedAt = clock.now();
      const subscription = await reach(() => readSubscription(stripe, id));
      const payer = subscription && payerOf(subscription);
      // Somebody who was erased, or a customer of another site with the same account at the provider.
      if (!subscription || !payer?.userId || !(await addCustomer(db, payer.userId, payer.customer)))
        return logger.info({ event: 'billing-unknown-account', subscription: id, type: event.type });
      const status = STATES[subscription.status];
      if (!status) return;
      const prices = subscription.items.data.map(({ price }) => price.id);
      const plan = PLAN_NAMES.find((name) => prices.includes(shop.prices[name] ?? '')) ?? (await readPlanOf(db, id));
      if (plan === undefined)
        return logger.info({ event: 'billing-unknown-price', subscription: id, price: prices[0] });
      const trialStartedAt = subscription.trial_start === null ? null : subscription.trial_start * 1000;
      await saveSubscription(db, { subscriptionId: id, userId: payer.userId, plan, status, trialStartedAt, updatedAt });
    },
  };

  /** The account's one customer at the provider, made at its first purchase. */
  async function customerOf(stripe: Stripe, { id, email }: Payer): Promise<string> {
    const known = await readCustomer(db, id);
    if (known !== undefined) return known;
    const { id: made } = await stripe.customers.create({ email, metadata: { userId: id } });
    return (await addCustomer(db, id, made)) ?? made;
  }
}

/** Loads the library: servers that sell nothing never need it. */
async function openProvider({ secretKey }: StripeSettings, url: string | undefined): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(url ?? 'https://api.stripe.com');
  return new Client(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || 443,
    timeout: ANSWER_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Calls the provider. @throws ApiError 502 with the provider's reason for the operator's log */
async function reach<Result>(call: () => Promise<Result>): Promise<Result> {
  const { Stripe: Client } = await import('stripe');
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Client.errors.StripeError)
      throw new ApiError('BAD_GATEWAY', 'The payment provider cannot be reached', { cause });
    throw cause;
  }
}

/** Of the pages that a customer has open, in other tabs and from the same moment, one stays: two would buy two plans. */
async function keepNewest(
  stripe: Stripe,
  customer: string,
  opened: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  // The provider lists the newest first, so simultaneous calls keep the same one.
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const [newest = opened, ...others] = data;
  for (const { id } of others)
    await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
      // Another call has closed it meanwhile.
      if ((error as { statusCode?: unknown }).statusCode !== 400) throw error;
    });
  return newest;
}

/** A subscription as it is now, with its customer; undefined where the provider has none with this id. */
async function readSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.retrieve(id, { expand: ['customer'] });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'resource_missing') return undefined;
    throw error;
  }
}

/** Who pays. A subscription that the operator made by hand is known by its customer. */
function payerOf({ customer, metadata }: Stripe.Subscription): { customer: string; userId: string | undefined } {
  if (typeof customer === 'string') return { customer, userId: metadata['userId'] };
  const userId = metadata['userId'] ?? (customer.deleted ? undefined : customer.metadata['userId']);
  return { customer: customer.id, userId };
}

function readEvent(
  stripe: Stripe,
  secret: string,
  body: Uint8Array,
  signature: string | undefined,
  now: number,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature ?? '',
      secret,
      EVENT_AGE_SECONDS,
      undefined,
      now,
    );
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The signature is not valid', { cause });
  }
}

function isProvidersPage(url: string | null): url is string {
  const address = parseAddress(url ?? '');
  return address?.protocol === 'https:' && /(?:^|\.)stripe\.com$/.test(address.hostname);
}
