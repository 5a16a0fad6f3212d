import { systemClock, type ReplyEvent } from '@sotto/widget-core/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openCuttableLine } from '../testing/processes/cuttableLine';
import { openTestRedis, TEST_REDIS_URL } from '../testing/processes/redisTest';
import { createRedisEventLog } from './redisEventLog';
import { createRedisBus } from './redisBus';
import { connectRedis, redisScript } from './redisLink';
import { databaseTimeLeft, withDatabaseTime } from '../db/databaseTime';
import { PLAYS_ALL } from '../testing/playsAll';

vi.setConfig({ testTimeout: 30_000 });

const token = (text: string): ReplyEvent => ({ type: 'token', data: { token: text } });

describe.skipIf(TEST_REDIS_URL === undefined)('FO-2 a Redis that stands still', () => {
  const closes: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0).reverse()) await close();
  });

  async function open() {
    const redis = await openTestRedis(TEST_REDIS_URL ?? '');
    const line = await openCuttableLine(redis.url);
    const states: boolean[] = [];
    const link = await connectRedis({
      url: line.url,
      prefix: redis.prefix,
      onChange: (isReady) => void states.push(isReady),
    });
    closes.push(
      () => redis.close(),
      () => line.close(),
      () => link.close(),
    );
    return { redis, line, link, states };
  }
  async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T | undefined }> {
    const startedAt = performance.now();
    const value = await work().catch(() => undefined);
    return { ms: performance.now() - startedAt, value };
  }

  it('SV-35 its silence takes of the time that a request may wait for the database, and not more', async () => {
    const { line, link } = await open();
    const script = redisScript('return 1');
    line.standStill();
    await withDatabaseTime(700, async () => {
      const first = await timed(() => link.run(script, 'a'));
      expect(first.ms).toBeGreaterThan(600);
      expect(first.ms).toBeLessThan(1_400);
      // What is silent for less than the usual limit may only be slow: others still ask it.
      expect(link.isReady).toBe(true);
      expect((await timed(() => link.run(script, 'a'))).ms).toBeLessThan(200);
      expect(databaseTimeLeft(1_000)).toBeLessThan(100);
    });
    expect((await timed(() => link.run(script, 'a'))).ms).toBeLessThan(2_600);
    expect(link.isReady).toBe(false);
  });

  it('FO-2 a reply pauses for less than three seconds for those who read it where it is written, once; Redis is given the rest when it goes on', async () => {
    const { redis, line, link, states } = await open();
    const here = createRedisEventLog(link, systemClock);
    await here.begin('r');
    await here.append('r', [token('a')]);
    line.standStill();
    const pauses: number[] = [];
    for (const letter of 'bcdefgh') pauses.push((await timed(() => here.append('r', [token(letter)]))).ms);
    expect(pauses[0]).toBeLessThan(3_000);
    expect(Math.max(...pauses.slice(1))).toBeLessThan(100);
    expect((await here.read('r', 0, 20))?.events).toHaveLength(8);
    expect([link.isReady, states]).toEqual([false, [false]]);
    line.goOn();
    await vi.waitFor(
      () => {
        expect(link.isReady).toBe(true);
      },
      { timeout: 3_000 },
    );
    await here.end('r', [token('i')]);
    const elsewhere = createRedisEventLog(await redis.connect(), systemClock);
    await vi.waitFor(
      async () => {
        expect(
          (await elsewhere.read('r', 0, 20))?.events
            .map(({ event }) => (event.type === 'token' ? event.data.token : ''))
            .join(''),
        ).toBe('abcdefghi');
      },
      { timeout: 3_000 },
    );
    expect(states).toEqual([false, true]);
  });

  if (PLAYS_ALL)
    it('FO-2 a call is counted alone, and a reader elsewhere is told, within the deadline and then at once', async () => {
      const { line, link } = await open();
      const { rates, log } = createRedisBus(link, systemClock);
      line.standStill();
      const first = await timed(() => rates.take('a', 5));
      expect([first.value?.isAllowed, first.ms < 3_000]).toEqual([true, true]);
      for (const work of [
        () => rates.take('a', 5),
        () => log.read('another’s', 0, 1),
        () => link.subscribe('x', () => undefined),
      ])
        expect((await timed<unknown>(work)).ms).toBeLessThan(100);
      await expect(log.read('another’s', 0, 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });

  if (PLAYS_ALL)
    it('FO-2 a process starts without Redis, and meets the others when it comes', async () => {
      const redis = await openTestRedis(TEST_REDIS_URL ?? '');
      const line = await openCuttableLine(redis.url);
      closes.push(
        () => redis.close(),
        () => line.close(),
      );
      line.standStill();
      const states: boolean[] = [];
      const { ms, value: link } = await timed(() =>
        connectRedis({ url: line.url, prefix: redis.prefix, onChange: (isReady) => void states.push(isReady) }),
      );
      expect([ms < 4_000, link?.isReady, states]).toEqual([true, false, [false]]);
      if (!link) throw new Error('no link');
      closes.push(() => link.close());
      const received: string[] = [];
      await createRedisBus(link, systemClock).stops.listen('me', ({ runId }) => void received.push(runId));
      line.goOn();
      await vi.waitFor(
        () => {
          expect(link.isReady).toBe(true);
        },
        { timeout: 5_000 },
      );
      const other = createRedisBus(await redis.connect(), systemClock);
      await vi.waitFor(
        async () => {
          await other.stops.send('me', { conversationId: 'c', runId: 'r' });
          expect(received).toContain('r');
        },
        { timeout: 5_000 },
      );
    });

  if (PLAYS_ALL)
    it('FO-2 a Redis that refuses the server stops its start', async () => {
      const url = new URL(TEST_REDIS_URL ?? '');
      url.pathname = '/9999';
      await expect(connectRedis({ url: url.href })).rejects.toThrow('DB index');
    });
});
