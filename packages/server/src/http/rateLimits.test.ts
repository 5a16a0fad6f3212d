import { createMemoryRateCounter } from '../events/rateCounter';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import type { AppEnv } from './appEnv';
import { networkOf } from '../lib/addresses';
import { findCaller, readTrustedProxies } from '../lib/trustedProxies';
import { callerAddress } from './rateLimits';

describe('A703 rates', () => {
  it('count by key in windows of a minute', async () => {
    const clock = createManualClock();
    const counter = createMemoryRateCounter(clock);
    expect(await counter.take('a', 2)).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 });
    expect((await counter.take('a', 2)).isAllowed).toBe(true);
    clock.advance(20_000);
    expect(await counter.take('a', 2)).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 40 });
    expect((await counter.take('b', 2)).isAllowed).toBe(true);
    clock.advance(40_000);
    expect(await counter.take('a', 2)).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 });
  });

  it('take an IPv6 caller by its /64 and an IPv4 caller by its address', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('believe X-Forwarded-For only from proxies of ours, and only their own entry', async () => {
    const app = new Hono<AppEnv>();
    app.get('/:proxies', (context) => context.text(callerAddress(context, Number(context.req.param('proxies')))));
    const ask = async (proxies: number, forwarded?: string): Promise<string> => {
      const env = { incoming: { socket: { remoteAddress: '198.51.100.1' } } };
      return (
        await app.request(
          `/${String(proxies)}`,
          { headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded } },
          env,
        )
      ).text();
    };
    expect(await ask(0, '203.0.113.9')).toBe('198.51.100.1');
    expect(await ask(1, '1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
    expect(await ask(2, '1.2.3.4, 203.0.113.9, 192.0.2.8')).toBe('203.0.113.9');
    expect(await ask(1)).toBe('198.51.100.1');
    // Some proxies write the port as well: one caller is not many.
    expect(await ask(1, '203.0.113.9:4711')).toBe('203.0.113.9');
    expect(await ask(1, '[2001:db8:1:2::9]:4711')).toBe('2001:db8:1:2::/64');
  });

  it('BE-35: believe X-Forwarded-For from the addresses and networks of our proxies', () => {
    const trusted = readTrustedProxies('10.0.0.0/8, 192.0.2.1, fd00::/8') ?? 0;
    const caller = (direct: string, forwarded: string): string => findCaller(direct, forwarded, trusted);
    expect(caller('10.1.2.3', '1.2.3.4, 203.0.113.9, 192.0.2.1')).toBe('203.0.113.9');
    expect(caller('::ffff:10.1.2.3', '203.0.113.9:80, [fd00::7]:443')).toBe('203.0.113.9');
    // Whoever is no proxy of ours writes what they like.
    expect(caller('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(caller('10.1.2.3', '')).toBe('10.1.2.3');
    expect(caller('10.1.2.3', '10.9.9.9, 10.8.8.8')).toBe('10.9.9.9');
    expect(['10.0.0.0/33', '10.0.0', 'proxy', '10.0.0.0/8/8', '::1/129', '10.0.0.0/x'].map(readTrustedProxies)).toEqual(
      Array(6).fill(undefined),
    );
    expect(['true', 'false', '2'].map(readTrustedProxies)).toEqual([1, 0, 2]);
  });

  it.each([
    // [address of the connection, what is trusted, X-Forwarded-For, counted as]
    ['10.0.0.5', '10.0.0.0/8', ['198.51.100.7'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['203.0.113.9, 198.51.100.7, 10.1.1.1'], '198.51.100.7'],
    ['198.51.100.7', '10.0.0.0/8', ['203.0.113.9'], '198.51.100.7'],
    ['10.0.0.5', 'false', ['198.51.100.7'], '10.0.0.5'],
    ['::ffff:10.0.0.5', '10.0.0.0/8', ['2001:db8:1:2:3:4:5:6'], '2001:db8:1:2::/64'],
    ['10.0.0.5', '10.0.0.0/8', ['unknown, 198.51.100.7:4711'], '198.51.100.7'],
    // One address has many spellings.
    ['10.0.0.5', '10.0.0.0/8', ['::FFFF:198.51.100.7'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['::ffff:c633:6407'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['[0:0:0:0:0:ffff:c633:6407]:4711'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['64:ff9b::198.51.100.7'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['64:ff9b::c633:6407'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['2001:DB8:1:2::A'], '2001:db8:1:2::/64'],
    ['10.0.0.5', '10.0.0.0/8', ['2001:db8:1:2::198.51.100.7'], '2001:db8:1:2::/64'],
    ['10.0.0.5', '10.0.0.0/8', ['"[2001:db8:1:2::9]:4711"'], '2001:db8:1:2::/64'],
    ['10.0.0.5', '10.0.0.0/8', ['fe80::1%eth0'], 'fe80:0:0:0::/64'],
    // The chain of a proxy over IPv6, or with a zone, or that is written in the form of the other family.
    ['fd00::5', 'fd00::/8', ['198.51.100.7, [fd12:3456::1]:443'], '198.51.100.7'],
    ['fe80::1%eth0', 'fe80::/10', ['198.51.100.7'], '198.51.100.7'],
    ['fe80::1', 'fe80::1%eth0', ['198.51.100.7'], '198.51.100.7'],
    ['10.0.0.5', '::ffff:10.0.0.0/104', ['198.51.100.7'], '198.51.100.7'],
    ['::ffff:a00:5', '10.0.0.5/32', ['198.51.100.7'], '198.51.100.7'],
    ['10.0.0.6', '10.0.0.5/32', ['198.51.100.7'], '10.0.0.6'],
    ['10.9.9.9', '10.1.2.3/8', ['198.51.100.7'], '198.51.100.7'],
    // Lines, blanks and empty entries.
    ['10.0.0.5', '10.0.0.0/8', ['203.0.113.9', '198.51.100.7', '10.1.1.1'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', ['203.0.113.9,,198.51.100.7, ,\t10.1.1.1 ,'], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', [''], '10.0.0.5'],
    ['10.0.0.5', '10.0.0.0/8, fd00::/8,\n  192.0.2.1 ,', ['198.51.100.7, 192.0.2.1'], '198.51.100.7'],
    ['10.0.0.5', '172.16.0.0/12 10.0.0.0/8', ['198.51.100.7'], '198.51.100.7'],
    // What our own proxy hides or garbles is no address, and what stands left of it counts for nothing.
    ['10.0.0.5', '10.0.0.0/8', ['203.0.113.9, unknown'], '10.0.0.5'],
    ['10.0.0.5', '10.0.0.0/8', ['203.0.113.9, _hidden, 10.1.1.1'], '10.1.1.1'],
    ['10.0.0.5', '1', ['203.0.113.9, <script>'], '10.0.0.5'],
    ['10.0.0.5', '1', ['203.0.113.9, 999.1.1.1'], '10.0.0.5'],
    ['10.0.0.5', '10.0.0.0/8', [`${'203.0.113.9,'.repeat(10_000)}198.51.100.7`], '198.51.100.7'],
    ['10.0.0.5', '10.0.0.0/8', [`198.51.100.7,${'10.1.1.1,'.repeat(10_000)}`], '198.51.100.7'],
  ])('srv-03 a connection of %s, of which %j is trusted, with %j', async (remoteAddress, setting, lines, counted) => {
    const trusted = readTrustedProxies(setting);
    const app = new Hono<AppEnv>();
    app.get('/', (context) => context.text(trusted === undefined ? 'refused' : callerAddress(context, trusted)));
    const headers = new Headers({
      // Headers that any caller can write, and that few proxies take away.
      ...{ Forwarded: 'for=192.0.2.99', 'X-Real-IP': '192.0.2.99', 'CF-Connecting-IP': '192.0.2.99' },
      ...{ 'True-Client-IP': '192.0.2.99', 'X-Client-IP': '192.0.2.99', 'X-Forwarded': '192.0.2.99' },
    });
    for (const line of lines) headers.append('X-Forwarded-For', line);
    const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
    expect(await response.text()).toBe(counted);
  });

  it('srv-03 40 requests with other first entries count as one address', () => {
    const trusted = readTrustedProxies('10.0.0.0/8') ?? 0;
    const forms = ['203.0.113.N', '::ffff:203.0.113.N', '10.0.0.N', 'N', '"[2001:db8:N::1]:N"'];
    const callers = Array.from({ length: 40 }, (_, index) =>
      findCaller('10.0.0.5', `${(forms[index % 5] ?? '').replaceAll('N', String(index))}, 198.51.100.7`, trusted),
    );
    expect(new Set(callers)).toEqual(new Set(['198.51.100.7']));
  });
});
