import { describe, expect, it } from 'vitest';
import { nextPlan, PLAN_PROMISES, PLAN_ROWS, showBytes } from './planTable';

describe('H-13 plans and prices', () => {
  it('are those of the specification', () => {
    expect(PLAN_ROWS.map(({ name, price }) => [name, price])).toEqual([
      ['free', '$0 a month'],
      ['starter', '$5 a month'],
      ['basic', '$25 a month'],
      ['pro', '$65 a month'],
      ['proPlus', '$95 a month'],
      ['team', '$365 a month'],
      ['ultimate', 'Unlimited, contact us'],
    ]);
    expect(PLAN_ROWS.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['basic']);
    expect(PLAN_PROMISES.join(' ')).toMatch(/\b7 days\b.*\b14-day money-back guarantee\b/);
  });

  it('say what they allow', () => {
    expect(PLAN_ROWS[0]?.limits).toEqual(['100 messages a month', '1 widget', '50 MB storage']);
    expect(PLAN_ROWS.at(-1)?.limits).toEqual(['Unlimited messages a month', 'Unlimited widgets', 'Unlimited storage']);
  });

  it('know which one is next', () => {
    expect([nextPlan('free'), nextPlan('proPlus'), nextPlan('team'), nextPlan('ultimate')]).toEqual([
      'starter',
      'team',
      undefined,
      undefined,
    ]);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 KB'],
    [1_000_000_000, '1 GB'],
    [null, 'Unlimited'],
  ])('%s is %s', (bytes, words) => {
    expect(showBytes(bytes)).toBe(words);
  });
});
