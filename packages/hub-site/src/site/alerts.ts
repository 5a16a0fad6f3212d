import { DEFAULT_PLAN, type PlanName } from '@sotto/hub-api';
import type { ApiErrorCode } from '@sotto/widget-core/api';
import { nextPlan } from './planTable';

/** Action of an alert's button: a link, or a purchase. */
export type AlertAction =
  | { readonly label: string; readonly to: string }
  | { readonly label: string; readonly plan: PlanName; readonly trial: boolean };

/** A popup that explains a failure and offers a remedy [H-8]. */
export interface Alert {
  readonly kind: 'login' | 'subscribe' | 'upgrade';
  readonly title: string;
  readonly text: string;
  /** The first one is primary. */
  readonly actions: readonly AlertAction[];
}

/** What an alert depends on, besides its code. */
export interface AlertSurroundings {
  /** Path of the page with query and anchor, without the prefix; users return to it after signing in or paying. */
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly plan: PlanName;
  /** Whether the account's trial is still available. */
  readonly hasTrial: boolean;
}

/** Duration of an alert's animations, in milliseconds; none with reduced motion (specification 9). */
export const ALERT_IN_MS = 300;
export const ALERT_OUT_MS = 200;

/** The alert for a failed call; undefined if there is none. Texts are from the specification, section 8. */
export function alertFor(
  code: ApiErrorCode,
  { path, isSignedIn, plan, hasTrial }: AlertSurroundings,
): Alert | undefined {
  // Trials on the Hub also count for visitors without an account, who have no plan to upgrade.
  if (code === 'NOT_AUTHENTICATED' || (code === 'LIMITS_REACHED' && !isSignedIn)) {
    return {
      kind: 'login',
      title: 'Login',
      text: 'You are not authenticated. In order to access this feature, you must be logged in. Please log in and try again.',
      actions: [{ label: 'Login', to: `/signin?callbackUrl=${encodeURIComponent(path)}` }],
    };
  }
  if (code === 'NO_SUBSCRIPTION') {
    return {
      kind: 'subscribe',
      title: 'Subscribe',
      text: 'You do not have an active subscription. In order to access all features, you will need to start a subscription.',
      actions: [
        { label: hasTrial ? 'Start Trial' : 'Subscribe', plan: DEFAULT_PLAN, trial: hasTrial },
        { label: 'Plans', to: '/pricing' },
      ],
    };
  }
  if (code === 'LIMITS_REACHED') {
    const next = nextPlan(plan);
    return {
      kind: 'upgrade',
      title: 'Upgrade',
      text: 'You have exceeded the limits of your current plan. In order to access all features, you will need to upgrade your subscription.',
      actions: [
        next === undefined
          ? { label: 'Upgrade', to: '/sales' }
          : { label: hasTrial ? 'Start Trial' : 'Upgrade', plan: next, trial: hasTrial },
        { label: 'See Your Usage', to: '/usage' },
      ],
    };
  }
  return undefined;
}
