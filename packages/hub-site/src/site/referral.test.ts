import { describe, expect, it } from 'vitest';
import { readReferral } from '../browser/readReferral';
import { referralCookie } from './referral';

const cookieFor = (address: string, headers: Record<string, string> = {}, place = { sellsPlans: true, path: '' }) =>
  referralCookie(new Request(address, { headers }), new URL(address), place);

describe('H-13 who sent a visitor', () => {
  it('is remembered for thirty days, by either name', () => {
    expect(cookieFor('https://chat.example/pricing?ref=friend')).toBe(
      'sotto_referral=friend; Path=/; Max-Age=2592000; SameSite=Lax; Secure',
    );
    expect(cookieFor('http://localhost/chat/?via=blog-1', {}, { sellsPlans: true, path: '/chat' })).toBe(
      'sotto_referral=blog-1; Path=/chat; Max-Age=2592000; SameSite=Lax',
    );
  });

  it('is not kept where nothing is sold, for who asks not to be followed, nor when it could be anything else', () => {
    expect(cookieFor('https://chat.example/?ref=friend', {}, { sellsPlans: false, path: '' })).toBeUndefined();
    expect(cookieFor('https://chat.example/?ref=friend', { 'Sec-GPC': '1' })).toBeUndefined();
    for (const odd of ['', 'a;b', 'a%0d%0aSet-Cookie:x', 'a b', 'x'.repeat(101), 'é'])
      expect([odd, cookieFor(`https://chat.example/?ref=${odd}`)]).toEqual([odd, undefined]);
  });

  it('goes with a purchase: by the tracker of the page, else by the cookie', () => {
    const document = { cookie: 'other=1; sotto_referral=friend; last=2' };
    expect([
      readReferral({ document }),
      readReferral({ document, sottoReferral: () => 'tracker' }),
      readReferral({ document, sottoReferral: () => undefined }),
      readReferral({ document: { cookie: '' } }),
    ]).toEqual(['friend', 'tracker', 'friend', undefined]);
  });
});
