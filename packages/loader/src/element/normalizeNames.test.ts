import { expect, it } from 'vitest';
import { normalizeNames } from './normalizeNames';

it('a trigger that an attribute writes in digits is a number, another one its text', () => {
  expect(
    normalizeNames({ 'trigger-after': '30', 'trigger-scroll': '50', 'trigger-url': '/prices' } as object),
  ).toMatchObject({ triggers: { afterSeconds: 30, scrollPercent: 50, url: '/prices' } });
});
