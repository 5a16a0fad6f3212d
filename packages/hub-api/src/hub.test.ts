import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { HUB_SORTS, hubListQuerySchema, ratingUpsertRequestSchema, REPORT_REASONS, reportRequestSchema } from './hub';

describe('what the Hub takes', () => {
  it('a list has 24 things a page unless asked for 1 to 48, in an order it knows', () => {
    expect(v.parse(hubListQuerySchema, {})).toEqual({ take: 24 });
    expect(v.parse(hubListQuerySchema, { take: '48', page: '2', updated: '30' })).toEqual({
      take: 48,
      page: 2,
      updated: 30,
    });
    for (const query of [{ take: '0' }, { take: '49' }, { page: '0' }, { updated: '3651' }, { sort: 'best' }])
      expect(v.is(hubListQuerySchema, query)).toBe(false);
    for (const sort of HUB_SORTS) expect(v.is(hubListQuerySchema, { sort })).toBe(true);
  });

  it('a rating is 1 to 5 whole stars, its comment at most 1,000 characters without the spaces around', () => {
    expect(v.parse(ratingUpsertRequestSchema, { value: 5 })).toEqual({ value: 5, comment: '' });
    expect(v.parse(ratingUpsertRequestSchema, { value: 1, comment: ` ${'x'.repeat(1000)} ` }).comment).toHaveLength(
      1000,
    );
    for (const value of [0, 6, 4.5, '5']) expect(v.is(ratingUpsertRequestSchema, { value })).toBe(false);
    expect(v.is(ratingUpsertRequestSchema, { value: 1, comment: 'x'.repeat(1001) })).toBe(false);
  });

  it('a report gives one of the reasons, and words if it likes', () => {
    for (const reason of REPORT_REASONS) expect(v.parse(reportRequestSchema, { reason })).toEqual({ reason, text: '' });
    expect(v.is(reportRequestSchema, { reason: 'boring' })).toBe(false);
    expect(v.is(reportRequestSchema, { reason: 'spam', text: 'x'.repeat(2001) })).toBe(false);
  });
});
