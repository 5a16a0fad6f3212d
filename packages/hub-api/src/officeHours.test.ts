import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { backAt, officeHoursSchema, WEEKDAYS } from './officeHours';

const WEEK = [1, 2, 3, 4, 5] as const;
const shop = { timeZone: 'Europe/Berlin', days: WEEK.map((day) => ({ day, from: '09:00', to: '17:30' })) };
const at = (iso: string): number => Date.parse(iso);
const back = (setting: unknown, now: string): string | undefined => {
  const moment = backAt(setting, at(now));
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

describe('office hours', () => {
  it.each([undefined, null, {}, 'always', { timeZone: 'Mars/Base', days: shop.days }, { ...shop, days: [] }])(
    'OW-26: %j is no limit',
    (setting) => {
      expect(back(setting, '2026-11-28T03:00:00Z')).toBeUndefined();
    },
  );

  it.each([
    ['before the morning', '2026-11-27T07:59:59.999Z', '2026-11-27T08:00:00.000Z'],
    ['from the first minute', '2026-11-27T08:00:00Z', undefined],
    ['until the last', '2026-11-27T16:29:59.999Z', undefined],
    ['on Friday evening until Monday', '2026-11-27T16:30:00Z', '2026-11-30T08:00:00.000Z'],
    ['on Sunday', '2026-11-29T12:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['early on Saturday in the zone, while it is Friday in UTC', '2026-11-27T23:30:00Z', '2026-11-30T08:00:00.000Z'],
  ])('OW-26: %s', (_, now, expected) => {
    expect(back(shop, now)).toBe(expected);
  });

  it.each([
    ['summer time begins on the Sunday between', '2027-03-26T17:00:00Z', '2027-03-29T07:00:00.000Z'],
    ['summer time ends on the Sunday between', '2026-10-23T16:00:00Z', '2026-10-26T08:00:00.000Z'],
  ])('OW-26: keeps local time when %s', (_, now, expected) => {
    expect(back(shop, now)).toBe(expected);
  });

  it('OW-26: an opening in the hour that clocks skip is when they have skipped it', () => {
    const night = { timeZone: 'Europe/Berlin', days: [{ day: 7, from: '02:30', to: '05:00' }] };
    expect(back(night, '2027-03-28T00:00:00Z')).toBe('2027-03-28T01:30:00.000Z');
    expect(back(night, '2027-03-28T02:59:00Z')).toBeUndefined();
    expect(back(night, '2027-03-28T03:00:00Z')).toBe('2027-04-04T00:30:00.000Z');
  });

  it('OW-26: hours that cross midnight belong to the day they begin on, also when the clocks change in them', () => {
    const bar = { timeZone: 'America/New_York', days: [{ day: 6, from: '20:00', to: '03:00' }] };
    expect(back(bar, '2026-11-29T07:59:00Z')).toBeUndefined();
    expect(back(bar, '2026-11-29T08:00:00Z')).toBe('2026-12-06T01:00:00.000Z');
    // The clocks are put back on 1 November at 2:00: this night is an hour longer.
    expect(back(bar, '2026-11-01T07:59:00Z')).toBeUndefined();
    expect(back(bar, '2026-11-01T08:00:00Z')).toBe('2026-11-08T01:00:00.000Z');
  });

  it('OW-26: equal times are a whole day, and a week of them is always', () => {
    const all = { timeZone: 'Pacific/Auckland', days: WEEKDAYS.map((day) => ({ day, from: '00:00', to: '00:00' })) };
    for (let hour = 0; hour < 24 * 8; hour += 1)
      expect(backAt(all, at('2026-11-27T00:00:00Z') + hour * 3_600_000)).toBeUndefined();
    const one = { timeZone: 'UTC', days: [{ day: 3, from: '08:00', to: '08:00' }] };
    expect(back(one, '2026-11-26T07:59:00Z')).toBeUndefined();
    expect(back(one, '2026-11-26T08:00:00Z')).toBe('2026-12-02T08:00:00.000Z');
  });

  it('OW-26: a lunch break closes', () => {
    const days = [
      { day: 5, from: '09:00', to: '12:00' },
      { day: 5, from: '13:00', to: '17:00' },
    ];
    expect(back({ timeZone: 'UTC', days }, '2026-11-27T12:15:00Z')).toBe('2026-11-27T13:00:00.000Z');
  });

  it.each([
    ['25:00', 'a time that is none'],
    ['9:00', 'a time without its zero'],
  ])('OW-26: refuses %s, %s', (from) => {
    expect(v.is(officeHoursSchema, { timeZone: 'UTC', days: [{ day: 1, from, to: '17:00' }] })).toBe(false);
  });
});
