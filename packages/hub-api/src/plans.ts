/** Limits of a plan. */
export interface PlanLimits {
  /** Replies per month. */
  readonly messages: number;
  /** Number of widgets. */
  readonly widgets: number;
  /** What a workspace may store: documents, and everything else that is written, in bytes. */
  readonly storageBytes: number;
}

/** A plan: price and limits (prices: specification 9). */
export interface Plan extends PlanLimits {
  /** US dollars per month; null: on request. */
  readonly price: number | null;
}

const MB = 1_000_000;
const GB = 1_000_000_000;

/** The plans by name, from small to large [H-13]. */
export const PLANS = {
  free: { price: 0, messages: 100, widgets: 1, storageBytes: 50 * MB },
  starter: { price: 5, messages: 1_000, widgets: 2, storageBytes: 250 * MB },
  basic: { price: 25, messages: 5_000, widgets: 5, storageBytes: GB },
  pro: { price: 65, messages: 20_000, widgets: 15, storageBytes: 5 * GB },
  proPlus: { price: 95, messages: 50_000, widgets: 30, storageBytes: 10 * GB },
  team: { price: 365, messages: 250_000, widgets: 100, storageBytes: 50 * GB },
  ultimate: { price: null, messages: Infinity, widgets: Infinity, storageBytes: Infinity },
} as const satisfies Record<string, Plan>;

/** Name of a plan. */
export type PlanName = keyof typeof PLANS;

/** All names, from small to large. */
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[];

/** The plan offered first (specification 9). */
export const DEFAULT_PLAN: PlanName = 'basic';
/** Length of a trial, in days; one per account (specification 9). */
export const TRIAL_DAYS = 7;
/** Money-back period, in days (specification 9). */
export const REFUND_DAYS = 14;
