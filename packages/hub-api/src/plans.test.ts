import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAN, PLAN_NAMES, PLANS, REFUND_DAYS, TRIAL_DAYS, type PlanLimits } from './plans';

describe('the plans', () => {
  it('H-13: cost what the specification says, from small to large', () => {
    expect(PLAN_NAMES.map((name) => PLANS[name].price)).toEqual([0, 5, 25, 65, 95, 365, null]);
  });

  it.each(['messages', 'widgets', 'storageBytes'] satisfies (keyof PlanLimits)[])(
    'H-13: allow more %s the more they cost',
    (limit) => {
      const limits = PLAN_NAMES.map((name) => PLANS[name][limit]);
      expect(limits).toEqual([...new Set(limits)].sort((one, other) => one - other));
    },
  );

  it('H-13: offer Basic first, try for seven days and give money back for fourteen', () => {
    expect({ DEFAULT_PLAN, TRIAL_DAYS, REFUND_DAYS }).toEqual({
      DEFAULT_PLAN: 'basic',
      TRIAL_DAYS: 7,
      REFUND_DAYS: 14,
    });
  });
});
