import { afterEach, expect, it, vi } from 'vitest';
import { followConsent } from './hostOptions';

const { loads, applied } = vi.hoisted(() => ({ loads: { failing: 0, tried: 0 }, applied: [] as unknown[] }));
vi.mock('./consent', () => {
  loads.tried += 1;
  if (loads.failing-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
  return { followConsent: (changes: unknown) => applied.push(changes) };
});

const given = [{}, {}, undefined] as never;
afterEach(() => {
  applied.length = 0;
});

it('2.4 consent: what is taken back without a connection is applied when there is one again', async () => {
  loads.failing = 1;
  followConsent({ consent: 'wait' }, ...(given as [never, never, undefined]));
  await vi.waitFor(() => {
    expect(loads.tried).toBe(1);
  });
  expect(applied).toEqual([]);
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'));
    expect(applied).toEqual([{ consent: 'wait' }]);
  });
});

it('2.4 consent: other changes ask for nothing', () => {
  loads.tried = 0;
  followConsent({ barTitle: 'Help' }, ...(given as [never, never, undefined]));
  followConsent({ consent: undefined }, ...(given as [never, never, undefined]));
  expect([loads.tried, applied]).toEqual([0, []]);
});
