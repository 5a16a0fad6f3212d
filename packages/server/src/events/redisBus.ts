import { parseJson, type Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { createMemoryRateCounter, WINDOW_MS, type RateCounter } from './rateCounter';
import type { MessageBus, StopCalls } from './messageBus';
import { createRedisChannels } from './redisChannels';
import { createRedisEventLog } from './redisEventLog';
import { createRedisLiveNotices } from './redisLiveNotices';
import { redisScript, type RedisLink } from './redisLink';
import { createRedisReadings } from './readings';

/** Message bus of several processes, through Redis or Valkey. */
export function createRedisBus(link: RedisLink, clock: Clock): MessageBus {
  const log = createRedisEventLog(link, clock);
  const live = createRedisLiveNotices(link);
  return {
    log,
    live,
    channels: createRedisChannels(link, clock),
    rates: createRedisRateCounter(link, createMemoryRateCounter(clock)),
    stops: createStopCalls(link),
    readings: createRedisReadings(link),
    get isWhole() {
      return link.isReady;
    },
    ping: () => link.ping(),
    async close() {
      live.close();
      await log.close();
      await link.close();
    },
  };
}

/** ARGV: length of a window in milliseconds. */
const TAKE = redisScript(`
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }`);
const takenSchema = v.tuple([v.number(), v.number()]);

/**
 * Counts for all processes. While Redis is unavailable each counts by itself, so that visitors are not refused
 * because of it.
 */
export function createRedisRateCounter(link: RedisLink, alone: RateCounter): RateCounter {
  return {
    async take(key, limit) {
      if (!link.isReady) return alone.take(key, limit);
      try {
        const [count, leftMs] = v.parse(takenSchema, await link.run(TAKE, `rate:${key}`, WINDOW_MS));
        return {
          isAllowed: count <= limit,
          remaining: Math.max(0, limit - count),
          resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
        };
      } catch {
        return alone.take(key, limit);
      }
    },
  };
}

const stopSchema = v.object({ conversationId: v.string(), runId: v.string(), reason: v.optional(v.string()) });

/** Each process subscribes to its own topic as soon as Redis is available. */
function createStopCalls(link: RedisLink): StopCalls {
  return {
    async listen(owner, onStop) {
      let isConfirmed = false;
      const subscribe = async (): Promise<void> => {
        if (isConfirmed) return;
        isConfirmed = true;
        await link
          .subscribe(`stop:${owner}`, (message) => {
            const stop = v.safeParse(stopSchema, parseJson(message));
            if (stop.success) onStop(stop.output);
          })
          .catch(() => {
            isConfirmed = false;
          });
      };
      link.onReturn(() => void subscribe());
      await subscribe();
    },
    send: async (owner, stop) => (await link.publish(`stop:${owner}`, JSON.stringify(stop))) > 0,
  };
}
