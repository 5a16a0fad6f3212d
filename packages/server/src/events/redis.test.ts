import { systemClock, type ReplyEvent } from '@sotto/widget-core/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRateCounter } from './rateCounter';
import { channelsContract } from '../testing/contracts/channelsContract';
import { eventLogContract } from '../testing/contracts/eventLogContract';
import { createManualClock } from '../testing/manualClock';
import { openTestRedis, TEST_REDIS_URL, type TestRedis } from '../testing/processes/redisTest';
import { followRun, type EventLog } from './eventLog';
import { EVENTS_KEPT_MS } from './memoryEventLog';
import { createRedisChannels } from './redisChannels';
import { createRedisEventLog } from './redisEventLog';
import { createRedisBus, createRedisRateCounter } from './redisBus';
import type { RedisLink } from './redisLink';
import { createRedisRuns } from './redisRuns';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const token = (text: string): ReplyEvent => ({ type: 'token', data: { token: text } });
const never = new AbortController().signal;

describe.skipIf(TEST_REDIS_URL === undefined)('with SOTTO_TEST_REDIS_URL', () => {
  let redis: TestRedis;
  let here: RedisLink;
  let there: RedisLink;
  beforeAll(async () => {
    redis = await openTestRedis(TEST_REDIS_URL ?? '');
    [here, there] = await Promise.all([redis.connect(), redis.connect()]);
  });
  afterAll(() => redis.close());
  // Each test has a Redis of its own, as far as it can see.
  beforeEach(() => redis.pass(Infinity));

  const logs = (): readonly [EventLog, EventLog] => [
    createRedisEventLog(here, systemClock),
    createRedisEventLog(there, systemClock),
  ];

  eventLogContract('Redis, read where it is written', () => ({
    log: logs()[0],
    passRetention: () => redis.pass(EVENTS_KEPT_MS),
  }));
  eventLogContract('Redis, read at another process', () => {
    const [writer, reader] = logs();
    const log: EventLog = { ...writer, read: (...all) => reader.read(...all), wait: (...all) => reader.wait(...all) };
    return { log, passRetention: () => redis.pass(EVENTS_KEPT_MS) };
  });
  channelsContract('Redis', (clock) => [createRedisChannels(here, clock), createRedisChannels(there, clock)]);

  describe('several runs that are written at once', () => {
    it('get their own numbers and their own outcomes: one is over, one was never begun', async () => {
      const [first, second] = [createRedisRuns(here, EVENTS_KEPT_MS), createRedisRuns(there, EVENTS_KEPT_MS)];
      await first.begin('one', [token('a')]);
      await first.begin('two', []);
      await first.begin('over', []);
      await second.end('over', []);
      const outcomes = [
        first.append('one', 2, [token('b'), token('c')]),
        first.append('over', 1, [token('late')]),
        first.append('never', 1, [token('lost')]),
        first.append('two', 0, [token('z')]),
        first.append('two', 1, [token('z'), token('y')]),
      ];
      expect(await Promise.all(outcomes)).toEqual(['written', 'over', 'unknown', 'written', 'written']);
      const texts = async (runId: string) =>
        (await second.read(runId, 0, 10))?.events.map(
          ({ number, event }) => `${String(number)}${event.type === 'token' ? event.data.token : ''}`,
        );
      expect([await texts('one'), await texts('two'), await texts('over'), await texts('never')]).toEqual([
        ['1a', '2b', '3c'],
        ['1z', '2y'],
        [],
        undefined,
      ]);
    });
  });

  describe('a run of another process', () => {
    it('is ended by whoever finds its writer dead, who then cannot go on', async () => {
      const [writer, other] = logs();
      await writer.begin('r');
      await writer.append('r', [token('a')]);
      await other.end('r', [token('interrupted')]);
      await writer.append('r', [token('b')]);
      await writer.end('r', [token('c')]);
      const published = [
        { number: 1, event: token('a') },
        { number: 2, event: token('interrupted') },
      ];
      expect(await other.read('r', 0, 10)).toEqual({ events: published, isOver: true });
      expect(await writer.read('r', 0, 10)).toEqual({ events: published, isOver: true });
    });

    it('reaches its end for readers who were reading when the writer was done', async () => {
      const [writer, other] = logs();
      await writer.begin('r');
      const readers = [writer, other, other].map(async (log) => {
        const texts: string[] = [];
        for await (const page of followRun(log, 'r', 0, never))
          texts.push(...page.map(({ event }) => (event.type === 'token' ? event.data.token : '')));
        return texts.join('');
      });
      for (const letter of 'abcdefgh') await writer.append('r', [token(letter)]);
      await writer.end('r');
      expect(await Promise.all(readers)).toEqual(['abcdefgh', 'abcdefgh', 'abcdefgh']);
    });
  });

  describe('F510 Redis that is away', () => {
    /** A link that can be cut. */
    function cuttable(link: RedisLink) {
      let isAway = false;
      const returns = new Set<() => void>();
      const orAway =
        <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
        (...args: Args): Promise<Result> =>
          isAway ? Promise.reject(new Error('away')) : work(...args);
      const cut: RedisLink = {
        ...link,
        get isReady() {
          return !isAway;
        },
        run: orAway(link.run),
        publish: orAway(link.publish),
        subscribe: orAway(link.subscribe),
        onReturn(listener) {
          returns.add(listener);
          return () => returns.delete(listener);
        },
      };
      return {
        link: cut,
        away() {
          isAway = true;
        },
        back() {
          isAway = false;
          for (const listener of returns) listener();
        },
      };
    }

    it('leaves a reply to its own readers, and is given what it has missed', async () => {
      const { link, away, back } = cuttable(here);
      const [writer, other] = [createRedisEventLog(link, createManualClock()), createRedisEventLog(there, systemClock)];
      await writer.begin('r');
      await writer.append('r', [token('a')]);
      away();
      await writer.append('r', [token('b')]);
      expect((await writer.read('r', 0, 10))?.events).toHaveLength(2);
      expect((await other.read('r', 0, 10))?.events).toHaveLength(1);
      const waiting = other.wait('r', 1, never);
      back();
      await waiting;
      await writer.end('r');
      expect(await other.read('r', 0, 10)).toEqual({
        events: [
          { number: 1, event: token('a') },
          { number: 2, event: token('b') },
        ],
        isOver: true,
      });
    });

    it('is given a run that began and ended without it, and one that it has lost', async () => {
      const { link, away, back } = cuttable(here);
      const [writer, other] = [createRedisEventLog(link, createManualClock()), createRedisEventLog(there, systemClock)];
      away();
      await writer.begin('r');
      await writer.append('r', [token('a')]);
      await writer.end('r', [token('b')]);
      await writer.append('r', [token('late')]);
      expect(await writer.read('r', 0, 10)).toMatchObject({ isOver: true });
      back();
      await vi.waitFor(async () =>
        expect(await other.read('r', 0, 10)).toMatchObject({ events: [{ number: 1 }, { number: 2 }], isOver: true }),
      );

      await writer.begin('lost');
      await writer.append('lost', [token('a'), token('b')]);
      await redis.pass(Infinity);
      await writer.append('lost', [token('c')]);
      expect((await other.read('lost', 0, 10))?.events.map(({ number }) => number)).toEqual([1, 2, 3]);
    });

    it('counts calls alone, and again together', async () => {
      const { link, away, back } = cuttable(here);
      const counter = createRedisRateCounter(link, createMemoryRateCounter(createManualClock()));
      const elsewhere = createRedisBus(there, systemClock).rates;
      expect(await counter.take('a', 2)).toMatchObject({ isAllowed: true, remaining: 1 });
      expect(await elsewhere.take('a', 2)).toMatchObject({ isAllowed: true, remaining: 0 });
      expect(await counter.take('a', 2)).toMatchObject({ isAllowed: false, remaining: 0 });
      away();
      expect(await counter.take('a', 2)).toMatchObject({ isAllowed: true, remaining: 1 });
      back();
      expect(await counter.take('a', 2)).toMatchObject({ isAllowed: false });
      await redis.pass(60_000);
      expect(await elsewhere.take('a', 2)).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 60 });
    });
  });
});
