import { describe, expect, it } from 'vitest';
import { SAVED_TARGETS, SSRF_TARGETS } from '../testing/ssrfTargets';
import { hostAndPort, refusedTarget } from './publicTarget';

const nothing = (): boolean => false;
const crm = (url: URL): boolean => ['crm.internal:8443', 'localhost:3000', '10.0.0.5:443'].includes(hostAndPort(url));

describe('SV-19 addresses that may be saved', () => {
  it.each(SAVED_TARGETS)('SV-19 %s may not', (url) => {
    expect(refusedTarget(url, nothing)).toMatch(
      /^(?:Not an? |An address with ).*: .*\. Allowed are hosts on the public/,
    );
  });

  // What these names resolve to, and whether a site sends the request elsewhere, is known when they are fetched.
  const later = new Set(['ssrf-025', 'ssrf-039', 'ssrf-040', 'ssrf-043']);
  it.each(SSRF_TARGETS.filter(({ id, fixture }) => fixture === undefined && !later.has(id)).map(({ url }) => url))(
    'SV-19 nor may %s',
    (url) => {
      expect(refusedTarget(url, nothing)).toBeDefined();
    },
  );

  it.each([
    'https://api.example.com/a?b=c#d',
    'http://api.example.com:80/',
    'http://api.example.com:443/',
    'https://api.example.com./',
    'https://münchen.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://local.example/',
    'https://localhost.example/',
    'https://notlocal.example.com/',
    'https://home.example/',
    'https://10.0.0.1.nip.io/',
  ])('SV-19 %s may', (url) => {
    expect(refusedTarget(url, nothing)).toBeUndefined();
  });

  it('SV-19 the hosts that the operator lists may, at their port', () => {
    const all = ['https://crm.internal:8443/', 'http://localhost:3000/', 'https://10.0.0.5/', 'https://0xa.0.0.5/'];
    expect(all.map((url) => refusedTarget(url, crm))).toEqual([undefined, undefined, undefined, undefined]);
    const others = ['https://crm.internal/', 'http://localhost/', 'http://10.0.0.5/', 'https://u:p@10.0.0.5/'];
    expect(others.map((url) => refusedTarget(url, crm) === undefined)).toEqual([false, false, false, false]);
  });

  it('SV-19 the sentence names the address without what may be a secret', () => {
    const [start] = (refusedTarget('https://10.0.0.1/a?key=hush#x', nothing) ?? '').split(' Allowed ');
    expect(start).toBe('Not a public address: https://10.0.0.1/a.');
    for (const url of ['https://me:hush@a.example/x', 'https:\\\\me:hush@a.example/x', 'https:me:hush@a.example/x'])
      expect(refusedTarget(url, nothing)).toMatch(/^An address with credentials: https:\/\/a\.example\/x\. /);
    expect(refusedTarget(`http://10.0.0.1/${'a'.repeat(50_000)}`, nothing)?.length).toBeLessThan(500);
  });
});
