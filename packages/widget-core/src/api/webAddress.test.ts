import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { webAddress } from './webAddress';

/** Enough for V8 to compile the caller: `URL.canParse`, which valibot calls, then refuses letters such as `ü`. */
const CALLS = 20_000;

describe('SV-19 addresses in requests', () => {
  it.each(['https://münchen.example/', 'https://shop.example/menú?größe=ä', 'HTTPS://例え.example'])(
    '%s is taken, the first and the last time',
    (address) => {
      const schema = webAddress('https');
      let taken = 0;
      for (let call = 0; call < CALLS; call += 1) taken += v.is(schema, address) ? 1 : 0;
      expect(taken).toBe(CALLS);
    },
  );

  it.each([
    ['https', 'http://a.example', 'Expected an https address'],
    ['https', 'a.example', 'Expected an https address'],
    ['https', 'https://', 'Expected an https address'],
    ['http', 'ftp://a.example', 'Expected an http or https address'],
    ['http', 'javascript:alert(1)', 'Expected an http or https address'],
    ['http', `https://a.example/${'x'.repeat(2048)}`, 'Address is longer than 2048 characters'],
  ] as const)('%s: %s is refused', (scheme, address, reason) => {
    expect(v.safeParse(webAddress(scheme), address).issues?.[0].message).toBe(reason);
  });

  it('http is taken where it is allowed', () => {
    expect(v.is(webAddress('http'), 'http://a.example')).toBe(true);
  });
});
