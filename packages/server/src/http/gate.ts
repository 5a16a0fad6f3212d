import type { TrustedProxies } from '../lib/trustedProxies';
import type { SignInWaits } from '../accounts/signInWaits';
import type { Budgets } from '../domain/accounts/budgets';
import { toCounted, type AccountCost, type Cost } from '../domain/accounts/costs';
import { ApiError } from '../lib/apiError';
import type { AccountAct, AppContext, Gate, VisitorAct } from './appEnv';
import { callerAddress } from './rateLimits';

/** @see Gate @param trustedProxies - as for `callerAddress` */
export function createGate({
  budgets,
  signInWaits,
  trustedProxies,
}: {
  budgets: Budgets;
  signInWaits: SignInWaits;
  trustedProxies: TrustedProxies;
}): Gate {
  async function enter(context: AppContext, cost: Cost, act: VisitorAct | AccountAct | { email: string }) {
    const address = callerAddress(context, trustedProxies);
    if ('email' in act) {
      await signInWaits.begin({ what: 'mail', account: act.email, network: address });
      // A mail that could not be sent still counts as an attempt.
      return toCounted([], async () => undefined);
    }
    if ('accountId' in act) return budgets.beginWork(cost as AccountCost, act.accountId, address, act.bytes ?? 0);
    if (act.widget.config['disabled'] === true) throw new ApiError('NOT_AUTHORIZED', 'This chat is switched off');
    if (cost === 'reply' || cost === 'message' || cost === 'speech' || cost === 'tool')
      return budgets.begin(cost, act, address, act.caller !== undefined);
    return toCounted([], async () => undefined);
  }

  return {
    pass: (context, cost) => ({
      enter: (act) => enter(context, cost, act),
      async run(act, work) {
        const counted = await enter(context, cost, act);
        try {
          return await work(counted);
        } catch (error) {
          // Only refusals are undone; a failed action may have caused costs.
          if (error instanceof ApiError) await counted.giveBack();
          throw error;
        }
      },
    }),
  };
}
