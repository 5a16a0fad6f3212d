import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRedisReadings } from '../events/readings';
import { readAllSse } from '../testing/readStream';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { openTestRedis, TEST_REDIS_URL, type TestRedis } from '../testing/processes/redisTest';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { createManualClock } from '../testing/manualClock';
import { createShortenedClock } from '../testing/shortenedClock';
import { createMetrics } from './metrics';
import { createSharedMetrics, mergeMetrics, PUBLISH_MS } from './sharedMetrics';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOKEN = 'a-token-of-the-operator';

describe('FO-16 the metrics of several processes', () => {
  it('are one text: each metric once, with the series of every process', () => {
    const textOf = (widget: string, count: number): string => {
      const metrics = createMetrics();
      metrics.counter('a_total', 'Counts').add({ widget }, count);
      metrics.gauge('b', 'Now', () => count);
      return metrics.text();
    };
    const merged = mergeMetrics([
      { process: 'one', text: textOf('w}1 {', 1) },
      { process: 'two', text: textOf('w2', 2) },
    ]);
    expect(merged.split('\n')).toEqual([
      '# HELP a_total Counts',
      '# TYPE a_total counter',
      'a_total{process="one",widget="w}1 {"} 1',
      'a_total{process="two",widget="w2"} 2',
      '# HELP b Now',
      '# TYPE b gauge',
      'b{process="one"} 1',
      'b{process="two"} 2',
      '',
    ]);
  });

  it('are those of this process alone while the others cannot be read', async () => {
    const clock = createManualClock();
    const gone = () => Promise.reject(new Error('away'));
    const metrics = createSharedMetrics({
      own: () => '# HELP a A\n# TYPE a gauge\na 1\n',
      self: 'one',
      readings: { publish: gone, read: gone, forget: gone },
      clock,
    });
    expect(await metrics.text()).toContain('a{process="one"} 1\n');
    await metrics.close();
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined || TEST_REDIS_URL === undefined)('FO-16 two processes', () => {
  let database: TestDatabase;
  let redis: TestRedis;
  const servers: TestServer[] = [];
  /** Nobody waits ten seconds for the next publication. */
  const clock = createShortenedClock((ms) => (ms === PUBLISH_MS ? 100 : ms));
  beforeAll(async () => {
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    redis = await openTestRedis(TEST_REDIS_URL ?? '');
    const { url: redisUrl, prefix: redisPrefix } = redis;
    while (servers.length < 2)
      servers.push(
        await startTestServer({
          clock,
          config: { metricsToken: TOKEN, databaseUrl: database.url, redisUrl, redisPrefix },
        }),
      );
  });
  afterAll(async () => {
    for (const { server } of servers) await server.close(0);
    await redis.close();
    await database.close();
  });

  it('one scrape answers for both, counts a process that has died as silent, and forgets one that was stopped', async () => {
    const [one, two] = servers as [TestServer, TestServer];
    const scrape = async (of: TestServer) => (await of.call('/metrics', { token: TOKEN })).text();
    await readAllSse(await two.send(await two.openSession(), { text: 'Hello' }));
    const processesOf = (text: string) =>
      new Set([...text.matchAll(/^process_uptime_seconds\{process="([^"]+)"\}/gm)].map(([, name]) => name));
    const series = /^sotto_tokens_total\{process="([^"]+)",widget="demo"\} \d+$/m;
    await expect.poll(async () => series.test(await scrape(one)), { timeout: 15_000, interval: 100 }).toBe(true);
    const text = await scrape(one);
    expect(processesOf(text).size).toBe(2);
    expect(text.match(/^# TYPE sotto_tokens_total /gm)).toHaveLength(1);
    expect(text).toContain('sotto_processes_silent 0\n');

    // One that was killed, so many seconds ago by the clock of Redis.
    const link = await redis.connect();
    const publishDead = (secondsAgo: number): Promise<void> => {
      const published = `(redis.call('TIME')[1] - ${String(secondsAgo)})`;
      return createRedisReadings({
        ...link,
        run: ({ text: script, ...rest }, keys, ...args) => {
          const earlier = script.replace("redis.call('TIME')[1]", published);
          return link.run({ ...rest, text: earlier, digest: `none ${String(secondsAgo)}` }, keys, ...args);
        },
      }).publish('dead', '# HELP a A\n# TYPE a gauge\na 1\n');
    };
    await publishDead(60);
    const later = await scrape(one);
    expect(later).toContain('sotto_processes_silent 1\n');
    expect(later).not.toContain('process="dead"');
    await publishDead(3_700);
    expect(await scrape(one)).toContain('sotto_processes_silent 0\n');

    await two.server.close(0);
    expect(processesOf(await scrape(one)).size).toBe(1);
  });
});
