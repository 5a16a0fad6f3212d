import { systemClock, type ReplyEvent } from '@sotto/widget-core/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { channelsContract } from '../testing/contracts/channelsContract';
import { eventLogContract } from '../testing/contracts/eventLogContract';
import { startRedisCluster, type TestCluster } from '../testing/processes/redisCluster';
import { TEST_REDIS_URL } from '../testing/processes/redisTest';
import type { EventLog } from './eventLog';
import { EVENTS_KEPT_MS } from './memoryEventLog';
import { createMemoryRateCounter } from './rateCounter';
import { createRedisRateCounter } from './redisBus';
import { createRedisChannels } from './redisChannels';
import { slotOf } from './redisClients';
import { createRedisEventLog } from './redisEventLog';
import { connectRedis, type RedisLink } from './redisLink';
import { createRedisRuns } from './redisRuns';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PREFIX = 'sotto-cluster:';
const token = (text: string): ReplyEvent => ({ type: 'token', data: { token: text } });

it('the slot of a key is that of the specification', () => {
  // CRC-16/XMODEM of 123456789 is 0x31C3.
  expect([slotOf('123456789'), slotOf('foo{123456789}bar'), slotOf('foo{}bar') === slotOf('bar')]).toEqual([
    0x31c3,
    0x31c3,
    false,
  ]);
});

describe.skipIf(TEST_REDIS_URL === undefined)('a Redis Cluster of three masters', () => {
  let cluster: TestCluster;
  let here: RedisLink;
  let there: RedisLink;
  const connect = () => connectRedis({ url: cluster.url, isCluster: true, prefix: PREFIX });
  beforeAll(async () => {
    cluster = await startRedisCluster();
    [here, there] = await Promise.all([connect(), connect()]);
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await cluster.stop();
  });
  beforeEach(() => cluster.pass(PREFIX, Infinity));

  const logs = (): readonly [EventLog, EventLog] => [
    createRedisEventLog(here, systemClock),
    createRedisEventLog(there, systemClock),
  ];
  eventLogContract('a cluster, read at another process', () => {
    const [writer, reader] = logs();
    const log: EventLog = { ...writer, read: (...all) => reader.read(...all), wait: (...all) => reader.wait(...all) };
    return { log, passRetention: () => cluster.pass(PREFIX, EVENTS_KEPT_MS) };
  });
  channelsContract('a cluster', (clock) => [createRedisChannels(here, clock), createRedisChannels(there, clock)]);

  it('has the runs of one batch at all of its masters, each with its own numbers and its own outcome', async () => {
    const runs = createRedisRuns(here, EVENTS_KEPT_MS);
    const names = Array.from({ length: 30 }, (_, index) => `run-${String(index)}`);
    await Promise.all(names.slice(1).map((name) => runs.begin(name, [])));
    const outcomes = await Promise.all(names.map((name) => runs.append(name, 1, [token(name)])));
    expect(outcomes).toEqual(names.map((_, index) => (index === 0 ? 'unknown' : 'written')));
    const other = createRedisRuns(there, EVENTS_KEPT_MS);
    for (const name of names.slice(1))
      expect((await other.read(name, 0, 10))?.events).toEqual([{ number: 1, event: token(name) }]);
    expect((await cluster.keys(PREFIX)).every((keys) => keys.length > 0)).toBe(true);
  });

  it('counts for all processes together', async () => {
    const counters = [here, there].map((link) => createRedisRateCounter(link, createMemoryRateCounter(systemClock)));
    const taken = [];
    for (let count = 0; count < 3; count += 1) taken.push(await counters[count % 2]?.take('somebody', 2));
    expect(taken.map((each) => each?.isAllowed)).toEqual([true, true, false]);
  });

  it('is not whole while one master is away, and again when it is back', async () => {
    expect([here.isReady, await here.ping().then(() => 'answers')]).toEqual([true, 'answers']);
    const returned = vi.fn();
    const stop = here.onReturn(returned);
    const bringBack = await cluster.kill(2);
    await vi.waitFor(() => expect(here.isReady).toBe(false), 15_000);
    await bringBack();
    await vi.waitFor(() => expect([here.isReady, returned.mock.calls.length > 0]).toEqual([true, true]), 30_000);
    stop();
    const runs = createRedisRuns(here, EVENTS_KEPT_MS);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => runs.begin(name, [token(name)])));
  });
});
