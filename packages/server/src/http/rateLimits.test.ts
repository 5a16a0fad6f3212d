import { createMemoryRateCounter } from '../events/rateCounter';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import type { AppEnv } from './appEnv';
import { findCaller, readTrustedProxies } from '../lib/trustedProxies';
import { callerAddress, networkOf } from './rateLimits';

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
});
