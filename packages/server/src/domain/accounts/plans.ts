import { PLANS, PLAN_NAMES, type Plan, type PlanName, type Usage } from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { oneAtATime } from '../../db/queries/oneAtATime';
import { countResources } from '../../db/queries/hub/resourceQueries';
import { readStorageBytes, readUsage } from '../../db/queries/accounts/counterQueries';
import { listSubscriptions } from '../../db/queries/accounts/subscriptionQueries';

/** A month in UTC, such as `2026-11`. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** A day in UTC, such as `2026-11-21`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Seconds until a day of `dayOf` is over, at least 1. */
export function secondsLeftOfDay(now: number): number {
  return secondsUntil(new Date(now).setUTCHours(24, 0, 0, 0), now);
}

/** Seconds until a month of `monthOf` is over, at least 1. */
export function secondsLeftOfMonth(now: number): number {
  const date = new Date(now);
  return secondsUntil(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1), now);
}

/** The error for an account whose messages of the month are used up. */
export function monthIsOver(now: number): ApiError {
  return new ApiError('LIMITS_REACHED', undefined, { retryAfterSeconds: secondsLeftOfMonth(now) });
}

function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil((end - now) / 1000));
}

/** The counter of an account. */
export function accountCounter(userId: string): string {
  return `user:${userId}`;
}

/** Plans: what an account may use, and what it has used [H-13]. */
export interface Plans {
  /**
   * @throws ApiError 402 NO_SUBSCRIPTION when it has ended, 429 LIMITS_REACHED when the plan has no room for this many
   * more bytes
   */
  requireStorage(userId: string, moreBytes: number): Promise<void>;
  /**
   * Adds a widget, of several calls at once one after the other.
   *
   * @param insert - with the database to insert by @throws ApiError 402, 429 LIMITS_REACHED when the plan has no room for
   * another one
   */
  addWidget(userId: string, insert: (db: Database) => Promise<boolean>): Promise<boolean>;
  /** The messages of a month. @throws ApiError 402, 429 LIMITS_REACHED when they are used up */
  requireMessage(userId: string): Promise<number>;
  /** @throws ApiError 402 when it has ended: things can be read and deleted then, not made */
  requireStanding(userId: string): Promise<void>;
  usage(userId: string): Promise<Usage>;
}

/** @param isBillingOn - off: every account has everything */
export function createPlans({ db, clock, isBillingOn }: { db: Database; clock: Clock; isBillingOn: boolean }): Plans {
  async function planOf(
    userId: string,
  ): Promise<{ name: PlanName; plan: Plan; status: Usage['status']; hasTrial: boolean }> {
    if (!isBillingOn) return { name: 'ultimate', plan: PLANS.ultimate, status: 'active', hasTrial: false };
    const all = await listSubscriptions(db, userId);
    const running = all.filter(({ status }) => status !== 'ended');
    // Of two that are paid, the larger one counts; of ended ones, the latest.
    const name =
      PLAN_NAMES.findLast((each) => running.some(({ plan }) => plan === each)) ??
      PLAN_NAMES.find((each) => each === all[0]?.plan) ??
      'free';
    return {
      name,
      plan: PLANS[name],
      status: running.find(({ plan }) => plan === name)?.status ?? all[0]?.status ?? 'active',
      // An account with a plan changes it at the provider, which begins no trial.
      hasTrial: running.length === 0 && all.every(({ trialStartedAt }) => trialStartedAt === null),
    };
  }

  async function requirePlan(userId: string): Promise<Plan> {
    const { plan, status } = await planOf(userId);
    if (status === 'ended') throw new ApiError('NO_SUBSCRIPTION');
    return plan;
  }

  async function usedMessages(userId: string): Promise<{ messages: number; tokens: number; costMicros: number }> {
    const counter = accountCounter(userId);
    return (
      (await readUsage(db, [counter], monthOf(clock.now()))).get(counter) ?? { messages: 0, tokens: 0, costMicros: 0 }
    );
  }

  return {
    async requireStanding(userId) {
      await requirePlan(userId);
    },
    async requireStorage(userId, moreBytes) {
      const plan = await requirePlan(userId);
      if ((await readStorageBytes(db, userId)) + moreBytes > plan.storageBytes) throw new ApiError('LIMITS_REACHED');
    },
    async addWidget(userId, insert) {
      const { widgets } = await requirePlan(userId);
      return oneAtATime(db, 'users', userId, async (tx) => {
        if ((await countResources(tx, 'widget', userId)) >= widgets) throw new ApiError('LIMITS_REACHED');
        return insert(tx);
      });
    },
    async requireMessage(userId) {
      const { messages } = await requirePlan(userId);
      if ((await usedMessages(userId)).messages >= messages) throw monthIsOver(clock.now());
      return messages;
    },
    async usage(userId) {
      const [{ name, plan, status, hasTrial }, used, widgets, bytes] = await Promise.all([
        planOf(userId),
        usedMessages(userId),
        countResources(db, 'widget', userId),
        readStorageBytes(db, userId),
      ]);
      const limit = (value: number): number | null => (Number.isFinite(value) ? value : null);
      return {
        plan: name,
        status,
        hasTrial,
        period: monthOf(clock.now()),
        messages: { used: used.messages, limit: limit(plan.messages) },
        widgets: { used: widgets, limit: limit(plan.widgets) },
        storageBytes: { used: bytes, limit: limit(plan.storageBytes) },
        tokens: used.tokens,
        cost: used.costMicros / 1e6,
      };
    },
  };
}
