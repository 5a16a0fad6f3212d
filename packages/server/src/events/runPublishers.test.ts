import type { ReplyEvent } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import type { RedisLink } from './redisLink';
import type { RedisRuns } from './redisRuns';
import { createRunPublishers } from './runPublishers';

const token = (text: string): ReplyEvent => ({ type: 'token', data: { token: text } });

/** A Redis that answers an append when it is let. */
function createSlowRuns() {
  const published: ReplyEvent[] = [];
  const letGo: (() => void)[] = [];
  let isOver = false;
  const runs: RedisRuns = {
    async begin(_runId, events) {
      published.splice(0, published.length, ...events);
    },
    async append(_runId, _first, events) {
      await new Promise<void>((resolve) => letGo.push(resolve));
      if (isOver) return 'over';
      published.push(...events);
      return 'written';
    },
    async end(_runId, last) {
      published.push(...last);
      isOver = true;
      return 'written';
    },
    forget: async () => undefined,
    read: async () => undefined,
    last: async () => published.length,
    subscribe: async () => async () => undefined,
  };
  return { runs, told: published, letGo, isOver: () => isOver };
}

/** Lets everything run that waits for nothing but its turn. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('a run that ends while Redis is being told of its words', () => {
  it('is told its last events before its end', async () => {
    const redis = createSlowRuns();
    const link = { isReady: true, onReturn: () => () => undefined } as unknown as RedisLink;
    const writers = createRunPublishers(redis.runs, link, createManualClock());
    const writer = writers.add('r');
    await writers.share('r', writer);
    writer.events.add([token('a')]);
    const first = writers.share('r', writer);
    await turns();
    writer.events.add([token('the end')]);
    writer.isOver = true;
    const second = writers.share('r', writer);
    for (let turn = 0; turn < 5; turn += 1) {
      redis.letGo.splice(0).forEach((go) => go());
      await turns();
    }
    await Promise.all([first, second]);
    expect(redis.told).toEqual([token('a'), token('the end')]);
    expect(redis.isOver()).toBe(true);
  });
});
