import { systemClock } from '@sotto/widget-core/api';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../lib/logger';
import { createTelemetry } from '../telemetry/telemetry';
import { noTracing } from '../telemetry/tracing';
import { readTrustedProxies } from '../lib/trustedProxies';
import type { AppEnv } from './appEnv';
import { requestLog } from './requestLog';

function setUp(setting: string) {
  const errors: LogRecord[] = [];
  const logger = { info: () => undefined, error: (record: LogRecord) => errors.push(record) };
  const watch = createTelemetry({ log: () => undefined, isWhole: () => true });
  const app = new Hono<AppEnv>();
  app.use(
    requestLog({
      logger,
      clock: systemClock,
      watch,
      tracing: noTracing,
      trustedProxies: readTrustedProxies(setting) ?? 0,
    }),
  );
  app.get('/', (context) => context.text('ok'));
  watch.close();
  return { app, errors };
}

describe('BE-35 requests that come through a proxy', () => {
  it.each([
    ['false', 'X-Forwarded-For', 'set TRUST_PROXY so that it includes 172.18.0.0/24'],
    // A list that leaves out the network of the proxy, as that of Docker, is as good as none.
    ['10.0.0.0/8', 'X-Forwarded-For', 'set TRUST_PROXY so that it includes 172.18.0.0/24'],
    ['false', 'X-Real-IP', 'set TRUST_PROXY'],
    ['1', 'X-Real-IP', 'X-Real-IP is not read: have your proxy send X-Forwarded-For'],
    ['172.16.0.0/12', 'Forwarded', 'Forwarded is not read: have your proxy send X-Forwarded-For'],
    ['172.16.0.0/12', 'X-Forwarded-For', undefined],
    ['1', 'X-Forwarded-For', undefined],
  ])('srv-03 TRUST_PROXY=%s and %s: the log names the remedy once', async (setting, header, remedy) => {
    const { app, errors } = setUp(setting);
    const env = { incoming: { socket: { remoteAddress: '172.18.0.4' } } };
    await app.request('/', {}, env);
    expect(errors).toEqual([]);
    for (const address of ['203.0.113.9', '203.0.113.10'])
      await app.request('/', { headers: { [header]: address } }, env);
    expect(errors.map(({ event }) => event)).toEqual(remedy === undefined ? [] : ['untrusted-proxy']);
    expect(String(errors[0]?.['message'])).toContain(remedy ?? '');
  });

  it('srv-03 only our own proxies name requests', async () => {
    const { app } = setUp('10.0.0.0/8');
    const name = async (remoteAddress: string): Promise<string | null> =>
      (
        await app.request(
          '/',
          { headers: { 'X-Request-Id': 'given-name' } },
          { incoming: { socket: { remoteAddress } } },
        )
      ).headers.get('X-Request-Id');
    expect(await name('10.0.0.5')).toBe('given-name');
    expect(await name('198.51.100.7')).not.toBe('given-name');
  });
});
