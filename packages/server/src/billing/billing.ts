import { DEFAULT_PLAN, PLANS, type PlanName } from '@sotto/hub-api';
import { toCallbackPath, type Clock } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import type { StripeSettings } from '../config/builderConfig';
import type { Database } from '../db/database';
import { claimBillingEvent, readSubscription, saveSubscription } from '../db/queries/accounts/counterQueries';
import { countReferral } from '../db/queries/accounts/referralQueries';
import { createStripe, type Payer } from './stripe';

/** A request to buy a plan. `returnTo` is a path of this site. */
export interface CheckoutRequest {
  readonly trial: boolean;
  readonly plan: PlanName;
  readonly referral: string | undefined;
  readonly returnTo: string;
}

/** Buying a plan [S-4, H-13]. */
export interface Billing {
  /** @returns where the browser goes to pay. @throws ApiError 501 while billing is off, 400, 409 */
  checkout(user: Payer, request: CheckoutRequest): Promise<string>;
  /** Takes in a message of the provider, once. @throws ApiError 400 for a message that it did not sign */
  takeIn(body: string, signature: string | undefined): Promise<void>;
}

/** What billing stands on. `settings` undefined: billing is off. */
export interface BillingOptions {
  db: Database;
  clock: Clock;
  fetch: typeof fetch;
  publicUrl: string | undefined;
  settings: StripeSettings | undefined;
}

/** The one answer of a server that sells nothing. */
const OFF = 'Billing is off on this server: every account has everything.';

/**
 * Plans are bought at the provider, and change only by its signed messages, never by the return address.
 */
export function createBilling({ db, clock, fetch: fetcher, publicUrl, settings }: BillingOptions): Billing {
  const provider = settings && createStripe({ settings, clock, fetch: fetcher });
  const requireProvider = () => {
    if (!provider || publicUrl === undefined) throw new ApiError('NOT_IMPLEMENTED', OFF);
    return { provider, site: publicUrl };
  };

  return {
    async checkout(user, { trial, plan, referral, returnTo }) {
      const { provider: shop, site } = requireProvider();
      if (PLANS[plan].price === null || PLANS[plan].price === 0)
        throw new ApiError('BAD_REQUEST', `The plan ${plan} cannot be bought here. The usual one is ${DEFAULT_PLAN}.`, {
          details: [{ path: 'plan', message: plan }],
        });
      // An address that leaves the site would come back changed.
      const path = toCallbackPath(returnTo);
      if (new URL(returnTo, 'http://site.invalid').href !== new URL(path, 'http://site.invalid').href)
        throw new ApiError('BAD_REQUEST', 'returnTo is not a path of this site', {
          details: [{ path: 'returnTo', message: 'Expected a path' }],
        });
      const current = await readSubscription(db, user.id);
      if (current?.plan === plan && current.status !== 'ended')
        throw new ApiError('CONFLICT', 'This account is already on this plan');
      if (trial && (current?.trialStartedAt ?? null) !== null)
        throw new ApiError('CONFLICT', 'This account has had its trial');
      const address = await shop.createCheckout({
        user,
        plan,
        trial,
        referral,
        returnUrl: `${site}${path}`,
        customerId: current?.customerId ?? undefined,
      });
      if (referral !== undefined && referral !== '')
        await countReferral(db, referral, new Date(clock.now()).toISOString().slice(0, 7));
      return address;
    },
    async takeIn(body, signature) {
      const change = requireProvider().provider.readMessage(body, signature);
      await db.transaction(async (tx) => {
        // Claimed and taken in together: a message whose taking in failed comes again.
        if (!(await claimBillingEvent(tx, change.id, clock.now())) || !change.subscription) return;
        await saveSubscription(tx, change.subscription);
      });
    },
  };
}
