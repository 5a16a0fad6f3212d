import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  checkoutRequestSchema,
  passwordUpdateRequestSchema,
  secretCreateRequestSchema,
  signInEmailRequestSchema,
  signInVerifyRequestSchema,
  USUAL_KEY_DAYS,
  USUAL_KEY_SCOPES,
} from './accounts';

const messages = (schema: v.GenericSchema, input: unknown): string[] =>
  (v.safeParse(schema, input).issues ?? []).map(({ message }) => message);

describe('what the server takes of people who sign in', () => {
  it('a mail address loses the spaces around it and has at most 254 characters', () => {
    expect(v.parse(signInEmailRequestSchema, { email: ' ada@example.com ' })).toEqual({ email: 'ada@example.com' });
    expect(v.is(signInEmailRequestSchema, { email: `${'a'.repeat(250)}@b.c` })).toBe(true);
    expect(v.is(signInEmailRequestSchema, { email: `${'a'.repeat(251)}@b.c` })).toBe(false);
  });

  it('a code has six digits, whatever spaces came along with it', () => {
    expect(v.parse(signInVerifyRequestSchema, { email: 'a@b.c', code: ' 012345 ' }).code).toBe('012345');
    for (const code of ['12345', '1234567', '12 345', '12345x', ''])
      expect(messages(signInVerifyRequestSchema, { email: 'a@b.c', code })).toEqual([
        'Expected the six digits of the mail',
      ]);
  });

  it('a password has 10 to 128 characters, and the answer says so', () => {
    expect(messages(passwordUpdateRequestSchema, { password: 'x'.repeat(9) })).toEqual([
      'A password has at least 10 characters',
    ]);
    for (const length of [10, 128])
      expect(v.is(passwordUpdateRequestSchema, { password: 'x'.repeat(length) })).toBe(true);
    expect(v.is(passwordUpdateRequestSchema, { password: 'x'.repeat(129) })).toBe(false);
  });

  it('a key has a name', () => {
    expect(v.is(secretCreateRequestSchema, { name: '  ' })).toBe(false);
    expect(v.parse(secretCreateRequestSchema, { name: ' ci ' })).toEqual({
      name: 'ci',
      scopes: USUAL_KEY_SCOPES,
      expiresInDays: USUAL_KEY_DAYS,
    });
  });

  it('S-4: a checkout is for a plan that exists, and no trial unless asked for', () => {
    expect(v.parse(checkoutRequestSchema, { plan: 'pro', returnTo: '/pricing' })).toEqual({
      plan: 'pro',
      returnTo: '/pricing',
      trial: false,
    });
    expect(v.is(checkoutRequestSchema, { plan: 'gold', returnTo: '/pricing' })).toBe(false);
  });
});
