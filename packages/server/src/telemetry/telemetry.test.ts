import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAllSse } from '../testing/readStream';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { createMetrics } from './metrics';
import { createTelemetry } from './telemetry';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOKEN = 'a-token-of-the-operator';
const WORDS = 'Zwölf Boxkämpfer';
let test: TestServer | undefined;
afterEach(async () => {
  await test?.server.close(0);
  test = undefined;
});

describe('FO-16 what watches does not grow, and is told names', () => {
  it('FO-16 two hundred widgets have series of their own, the rest is counted together', () => {
    const watch = createTelemetry({
      log: () => undefined,
      isWhole: () => true,
      waiting: () => ({ visitors: 3, owners: 2, reports: 0, audit: 0 }),
    });
    for (let index = 0; index < 1_000; index += 1)
      watch.replyEnded({
        runId: 'r',
        conversationId: 'c',
        widgetId: `widget${String(index)}`,
        reason: 'stop',
        tokens: 1,
        durationMs: 1,
        firstTokenMs: 1,
      });
    const lines = watch
      .text()
      .split('\n')
      .filter((line) => line.startsWith('sotto_tokens_total{'));
    expect([lines.length, lines.at(-1)]).toEqual([201, 'sotto_tokens_total{widget="other"} 800']);
    expect(watch.text()).toContain('sotto_database_waiting{pool="owners"} 2\n');
    watch.close();
  });

  it('SV-33 calls of every route with every status are a hundred series; the others are counted by status', () => {
    const watch = createTelemetry({ log: () => undefined, isWhole: () => true });
    for (let route = 0; route < 200; route += 1)
      for (const status of [200, 401, 404, 500])
        watch.request({ method: 'GET', route: `/v1/${String(route)}`, status, durationMs: 1 });
    const lines = watch.text().split('\n');
    watch.close();
    const counts = lines.filter((line) => line.startsWith('sotto_request_seconds_count{'));
    expect(counts.length).toBe(104);
    expect(
      counts.filter((line) => line.includes('route="other"')).map((line) => line.replace(/.*status=/, '')),
    ).toEqual([200, 401, 404, 500].map((status) => `"${String(status)}"} 175`));
    expect(counts.reduce((sum, line) => sum + Number(line.replace(/.* /, '')), 0)).toBe(800);
    expect(lines.length).toBeLessThan(1_600);
  });

  it('SV-33 replies of many widgets with many ends are three hundred series, and none is lost', () => {
    const watch = createTelemetry({ log: () => undefined, isWhole: () => true });
    const ends = ['stop', 'length', 'abort', 'error'];
    for (let index = 0; index < 800; index += 1)
      watch.replyEnded({
        runId: 'r',
        conversationId: 'c',
        widgetId: `widget${String(index % 200)}`,
        reason: ends[Math.floor(index / 200)] ?? '',
        tokens: 1,
        durationMs: 1,
        firstTokenMs: 1,
      });
    const counts = watch
      .text()
      .split('\n')
      .filter((line) => line.startsWith('sotto_reply_seconds_count{'));
    watch.close();
    expect(counts.length).toBeLessThanOrEqual(304);
    expect(counts.reduce((sum, line) => sum + Number(line.replace(/.* /, '')), 0)).toBe(800);
    expect(counts).toContain('sotto_reply_seconds_count{widget="other",end="error"} 200');
  });

  it('FO-16 the name that a trusted proxy gave to a request is kept, and nobody else’s', async () => {
    const askedAs = async (trustedProxies: number, id: string): Promise<string | null> => {
      test = await startTestServer({ config: { trustedProxies } });
      const given = (await test.call('/healthz', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
      await test.server.close(0);
      test = undefined;
      return given;
    };
    expect(await askedAs(1, 'proxy-12345678')).toBe('proxy-12345678');
    expect(await askedAs(1, 'no name: "x"')).toMatch(/^req_/);
    expect(await askedAs(0, 'proxy-12345678')).toMatch(/^req_/);
  });
});

describe('metrics', () => {
  it('are written as Prometheus reads them, whatever a label holds', () => {
    const metrics = createMetrics();
    metrics.counter('a_total', 'Counts').add({ name: 'x"y\\\n' }, 2);
    const times = metrics.histogram('b_seconds', 'Times', [0.1, 1]);
    for (const seconds of [0.05, 0.5, 5]) times.observe({ call: 'c' }, seconds);
    metrics.gauge('c', 'Now', () => 7);
    expect(metrics.text().split('\n')).toEqual([
      '# HELP a_total Counts',
      '# TYPE a_total counter',
      'a_total{name="x\\"y\\\\\\n"} 2',
      '# HELP b_seconds Times',
      '# TYPE b_seconds histogram',
      'b_seconds_bucket{call="c",le="0.1"} 1',
      'b_seconds_bucket{call="c",le="1"} 2',
      'b_seconds_bucket{call="c",le="+Inf"} 3',
      'b_seconds_sum{call="c"} 5.55',
      'b_seconds_count{call="c"} 3',
      '# HELP c Now',
      '# TYPE c gauge',
      'c 7',
      '',
    ]);
  });
});

describe('watching a server', () => {
  it('counts by call and widget, for the operator alone, and logs neither words nor tokens', async () => {
    const lines: string[] = [];
    test = await startTestServer({
      config: { metricsToken: TOKEN, logLevel: 'info' },
      writeLog: (line) => lines.push(line),
    });
    const session = await test.openSession();
    await readAllSse(await test.send(session, { text: WORDS }));
    test.model.next({ fail: new Error(`The model was asked ${WORDS}`) });
    await readAllSse(await test.send(session, { text: WORDS }));
    await test.call('/made-up/by/somebody');

    expect((await test.call('/metrics')).status).toBe(401);
    expect((await test.call('/metrics', { token: 'another-token-of-somebody' })).status).toBe(401);
    const text = await (await test.call('/metrics', { token: TOKEN })).text();
    expect(text).toContain('sotto_tokens_total{widget="demo"} 15\n');
    expect(text).toContain('sotto_reply_seconds_count{widget="demo",end="stop"} 1\n');
    expect(text).toContain('sotto_reply_seconds_count{widget="demo",end="error"} 1\n');
    expect(text).toContain(
      'sotto_request_seconds_count{method="POST",route="/v1/conversation/:conversationId/complete",status="200"} 2\n',
    );
    expect(text).toMatch(/sotto_request_seconds_count\{method="GET",route="other",status="404"\} 1\n/);
    expect(text).toContain('sotto_replies_running 0\n');
    expect(text).toContain('sotto_streams_open 0\n');
    expect(text).toContain('sotto_shared_up 1\n');

    const log = lines.join('');
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String) });
    expect(lines.find((line) => line.includes('reply-end'))).toMatch(/"widgetId":"demo","reason":"stop","tokens":15/);
    for (const secret of [WORDS, 'You said', session.token, TOKEN]) expect(log).not.toContain(secret);
  });

  it('has no metrics unless they are asked for', async () => {
    test = await startTestServer();
    expect((await test.call('/metrics')).status).toBe(404);
  });
});
