import { PLANS, PLAN_NAMES, type Plan, type PlanName, type Usage } from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { oneAtATime } from '../../db/queries/oneAtATime';
import { countResources } from '../../db/queries/hub/resourceQueries';
import { readUsage } from '../../db/queries/accounts/counterQueries';
import {
  addStored,
  countStored,
  measurePlace,
  readStored,
  type StorageMeter,
  type Stored,
  type StoredPlace,
} from '../../db/queries/accounts/storageQueries';
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
export interface Plans extends StorageMeter {
  /**
   * Before the work for something of this many bytes begins.
   *
   * @throws ApiError 402 NO_SUBSCRIPTION when the plan has ended, 429 LIMITS_REACHED when the workspace is full
   */
  requireStorage(userId: string, moreBytes: number): Promise<void>;
  /** The messages of a month. @throws ApiError 402, 429 LIMITS_REACHED when they are used up */
  requireMessage(userId: string): Promise<number>;
  /** @throws ApiError 402 when it has ended: things can be read and deleted then, not made */
  requireStanding(userId: string): Promise<void>;
  usage(userId: string): Promise<Omit<Usage, 'today'>>;
}

/** What plans are read with. */
export interface PlansOptions {
  readonly db: Database;
  /** The database with transactions. @default db */
  readonly writes?: Database;
  readonly clock: Clock;
  /** Off: every account has everything. */
  readonly isBillingOn: boolean;
  /** What a workspace may store without billing, in bytes. @default no limit */
  readonly storageBytes?: number | undefined;
  /** Runs a change within its transaction. @default the change alone */
  readonly around?: ChangeHook | undefined;
}

/** Does something before and after a change of a place. */
export type ChangeHook = <Result>(
  tx: Database,
  change: { readonly userId: string; readonly place: StoredPlace },
  work: () => Promise<Result>,
) => Promise<Result>;

const alone: ChangeHook = (_tx, _change, work) => work();

/** When everything that a workspace stores is counted again, in milliseconds: a day, and a minute when it is full. */
const COUNTED_MS = 86_400_000;
const COUNTED_FULL_MS = 60_000;

/** Reads and enforces the plans of accounts. */
export function createPlans({
  db,
  writes = db,
  clock,
  isBillingOn,
  storageBytes = Infinity,
  around = alone,
}: PlansOptions): Plans {
  const uncounted = new Error('Everything is to be counted again');
  const full = new ApiError(
    'LIMITS_REACHED',
    `This workspace is full. Delete what is no longer needed${isBillingOn ? ', or choose a larger plan' : ''}`,
  );

  async function planOf(
    userId: string,
  ): Promise<{ name: PlanName; plan: Plan; status: Usage['status']; hasTrial: boolean }> {
    if (!isBillingOn)
      return { name: 'ultimate', plan: { ...PLANS.ultimate, storageBytes }, status: 'active', hasTrial: false };
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

  const isFresh = (stored: Stored | undefined, forMs: number): stored is Stored =>
    stored !== undefined && clock.now() - stored.countedAt < forMs;

  /** Counts everything, unless that was done lately. Nothing is written meanwhile. */
  async function recount(userId: string, afterMs: number): Promise<Stored> {
    return oneAtATime(writes, 'users', userId, async (tx) => {
      const stored = await readStored(tx, userId);
      return isFresh(stored, afterMs) ? stored : countStored(tx, userId, clock.now());
    });
  }

  async function storedBytes(userId: string): Promise<number> {
    const stored = await readStored(db, userId);
    return (stored ?? (await recount(userId, COUNTED_MS))).bytes;
  }

  /** @throws `full` when it has grown beyond `limit` */
  async function change<Result>(
    userId: string,
    place: StoredPlace,
    limit: number,
    work: (db: Database) => Promise<Result>,
  ): Promise<Result> {
    /** @param countAfterMs - from when on everything is counted again where there is no room */
    const attempt = (countAfterMs: number): Promise<Result> =>
      oneAtATime(writes, 'users', userId, async (tx) => {
        const before = await measurePlace(tx, place);
        const result = await around(tx, { userId, place }, () => work(tx));
        const grown = (await measurePlace(tx, place)) - before;
        if (grown === 0) return result;
        const stored = await addStored(tx, userId, grown);
        if (!isFresh(stored, COUNTED_MS)) throw uncounted;
        if (grown < 0 || stored.bytes <= limit) return result;
        throw isFresh(stored, countAfterMs) ? full : uncounted;
      });
    return attempt(COUNTED_FULL_MS).catch(async (error: unknown) => {
      if (error !== uncounted) throw error;
      await recount(userId, COUNTED_FULL_MS);
      return attempt(Infinity);
    });
  }

  return {
    async requireStanding(userId) {
      await requirePlan(userId);
    },
    async requireStorage(userId, moreBytes) {
      const plan = await requirePlan(userId);
      const fits = (bytes: number): boolean => bytes + moreBytes <= plan.storageBytes;
      if (fits(await storedBytes(userId)) || fits((await recount(userId, COUNTED_FULL_MS)).bytes)) return;
      throw full;
    },
    async store(userId, place, write) {
      const plan = await requirePlan(userId);
      return change(userId, place, plan.storageBytes, (tx) => write(tx, plan));
    },
    free: (userId, place, remove) => change(userId, place, Infinity, remove),
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
        storedBytes(userId),
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
