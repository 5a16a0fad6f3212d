import { DEFAULT_PLAN, PLANS, PLAN_NAMES, REFUND_DAYS, TRIAL_DAYS, type PlanName } from '@sotto/hub-api';

/** A plan as shown on /pricing. */
export interface PlanRow {
  readonly name: PlanName;
  readonly title: string;
  /** Such as `$25 a month`. */
  readonly price: string;
  readonly limits: readonly string[];
  readonly isDefault: boolean;
  /** How to get it. */
  readonly way: 'free' | 'checkout' | 'contact';
}

const TITLES: Readonly<Record<PlanName, string>> = {
  free: 'Free',
  starter: 'Starter',
  basic: 'Basic',
  pro: 'Pro',
  proPlus: 'Pro Plus',
  team: 'Team',
  ultimate: 'Ultimate',
};

/** All plans, small to large [H-13]. */
export const PLAN_ROWS: readonly PlanRow[] = PLAN_NAMES.map((name) => {
  const { price, messages, widgets, storageBytes } = PLANS[name];
  return {
    name,
    title: TITLES[name],
    price: price === null ? 'Unlimited, contact us' : `$${String(price)} a month`,
    limits: [
      `${showCount(messages)} messages a month`,
      `${showCount(widgets)} ${widgets === 1 ? 'widget' : 'widgets'}`,
      `${showBytes(storageBytes)} storage`,
    ],
    isDefault: name === DEFAULT_PLAN,
    way: price === null ? 'contact' : price === 0 ? 'free' : 'checkout',
  };
});

/** Included in every paid plan. */
export const PLAN_PROMISES = [
  `The first ${String(TRIAL_DAYS)} days are a free trial, once for each account.`,
  `${String(REFUND_DAYS)}-day money-back guarantee.`,
] as const;

/** The next larger plan that can be bought; undefined if it is available only on request. */
export function nextPlan(name: PlanName): PlanName | undefined {
  return PLAN_NAMES.slice(PLAN_NAMES.indexOf(name) + 1).find((each) => PLANS[each].price !== null);
}

/** Name of a plan. */
export function planTitle(name: PlanName): string {
  return TITLES[name];
}

/** A number with separators, or `Unlimited`. */
export function showCount(count: number | null): string {
  return count === null || !Number.isFinite(count) ? 'Unlimited' : count.toLocaleString('en-US');
}

/** A size in decimal units, such as `250 MB`, or `Unlimited`. */
export function showBytes(bytes: number | null): string {
  if (bytes === null || !Number.isFinite(bytes)) return 'Unlimited';
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** step).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[step] ?? ''}`;
}
