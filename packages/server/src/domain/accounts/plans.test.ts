import { expect, it } from 'vitest';
import { secondsLeftOfMonth } from './plans';

it('a month is over with its last second', () => {
  expect(secondsLeftOfMonth(Date.UTC(2026, 10, 30, 23, 59, 30))).toBe(30);
  expect(secondsLeftOfMonth(Date.UTC(2026, 11, 31, 23, 59, 59))).toBe(1);
});
