import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createSignedLinks } from './signedLinks';

function setUp() {
  const clock = createManualClock();
  const links = createSignedLinks('s'.repeat(32), clock);
  const { url, expiresAt } = links.sign('/v1/a');
  const query = new URL(url, 'http://localhost').searchParams;
  return { clock, links, expiresAt, expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' };
}

describe('W-25 W-27 signed links', () => {
  it('work for an hour', () => {
    const { clock, links, expiresAt, expires, signature } = setUp();
    expect(expiresAt).toBe(clock.now() + 3_600_000);
    expect(links.isValid('/v1/a', expires, signature)).toBe(true);
    clock.advance(3_600_000);
    expect(links.isValid('/v1/a', expires, signature)).toBe(true);
    clock.advance(1);
    expect(links.isValid('/v1/a', expires, signature)).toBe(false);
  });

  it('A808 are good for one path, one moment and one server', () => {
    const { clock, links, expires, signature } = setUp();
    expect(links.isValid('/v1/b', expires, signature)).toBe(false);
    expect(links.isValid('/v1/a', String(Number(expires) + 1), signature)).toBe(false);
    expect(links.isValid('/v1/a', `0${expires}`, signature)).toBe(false);
    for (const wrong of ['', 'x', signature.slice(0, -2), `${signature}AA`])
      expect(links.isValid('/v1/a', expires, wrong)).toBe(false);
    for (const wrong of ['', 'NaN', '1e99', '-1', 'Infinity'])
      expect(links.isValid('/v1/a', wrong, signature)).toBe(false);
    expect(createSignedLinks('t'.repeat(32), clock).isValid('/v1/a', expires, signature)).toBe(false);
  });
});
