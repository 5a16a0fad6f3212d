import { systemClock } from '@sotto/widget-core/api';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../lib/logger';
import { createTelemetry } from '../telemetry/telemetry';
import { noTracing } from '../telemetry/tracing';
import type { AppEnv } from './appEnv';
import { requestLog } from './requestLog';

function setUp(trustsProxy: boolean) {
  const errors: LogRecord[] = [];
  const logger = { info: () => undefined, error: (record: LogRecord) => errors.push(record) };
  const watch = createTelemetry({ log: () => undefined, isWhole: () => true });
  const app = new Hono<AppEnv>();
  app.use(requestLog({ logger, clock: systemClock, watch, tracing: noTracing, trustsProxy }));
  app.get('/', (context) => context.text('ok'));
  watch.close();
  return { app, errors };
}

describe('BE-35 requests that come through a proxy', () => {
  it.each([
    [false, 1],
    [true, 0],
  ])('BE-35: the log names TRUST_PROXY once where proxies are not trusted (trusted: %s)', async (isTrusted, lines) => {
    const { app, errors } = setUp(isTrusted);
    await app.request('/');
    expect(errors).toEqual([]);
    for (const address of ['203.0.113.9', '203.0.113.10'])
      await app.request('/', { headers: { 'X-Forwarded-For': address } });
    expect(errors.map(({ event }) => event)).toEqual(Array(lines).fill('untrusted-proxy'));
  });
});
