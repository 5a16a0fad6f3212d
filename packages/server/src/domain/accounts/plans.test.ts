import { PLANS } from '@sotto/hub-api';
import { systemClock } from '@sotto/widget-core/api';
import { expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { createPlans, secondsLeftOfMonth } from './plans';

it('a month is over with its last second', () => {
  expect(secondsLeftOfMonth(Date.UTC(2026, 10, 30, 23, 59, 30))).toBe(30);
  expect(secondsLeftOfMonth(Date.UTC(2026, 11, 31, 23, 59, 59))).toBe(1);
});

it('a file is stored when it fits beside what is there, to the last byte', async () => {
  const subscribed = { orderBy: async () => [] };
  const stored = { where: async () => [{ bytes: 100 }] };
  const db = { select: () => ({ from: () => ({ where: () => subscribed, innerJoin: () => stored }) }) };
  const plans = createPlans({ db: db as unknown as Database, clock: systemClock, isBillingOn: true });
  const left = PLANS.free.storageBytes - 100;
  await expect(plans.requireStorage('user_1', left)).resolves.toBeUndefined();
  await expect(plans.requireStorage('user_1', left + 1)).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
});
