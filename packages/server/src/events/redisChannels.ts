import { createId, jsonObjectSchema, parseJson, type Clock, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { CHANNEL_KEPT_MS, KEPT_MESSAGE_MS, type Channels } from './channels';
import { redisScript, type RedisLink } from './redisLink';

/**
 * A channel is a hash: `conversation`; `waiting`, until when a turn waits; `message` with `until`, stored for a turn
 * that is not waiting yet; `answered`. ARGV: conversation, milliseconds to keep the channel. @returns 1 if the
 * channel belongs to this conversation
 */
const CLAIM = redisScript(`
redis.call('HSETNX', KEYS[1], 'conversation', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('HGET', KEYS[1], 'conversation') == ARGV[1] and 1 or 0`);

const CONVERSATION = redisScript(`return redis.call('HGET', KEYS[1], 'conversation')`);

/** ARGV: now, until when the turn waits. @returns a stored message */
const WAIT = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local kept = redis.call('HGET', KEYS[1], 'message')
local isFresh = kept and tonumber(redis.call('HGET', KEYS[1], 'until')) > tonumber(ARGV[1])
redis.call('HDEL', KEYS[1], 'message', 'until', 'answered')
if isFresh then
  redis.call('HSET', KEYS[1], 'answered', '1')
  return kept
end
redis.call('HSET', KEYS[1], 'waiting', ARGV[2])
return ''`);

/** The turn stops waiting. @returns the message, if one has arrived */
const LEAVE = redisScript(`
local message = redis.call('HGET', KEYS[1], 'message')
redis.call('HDEL', KEYS[1], 'waiting', 'message')
return message`);

/** ARGV: conversation, now, milliseconds to keep the message, the message, topic. */
const PUBLISH = redisScript(`
if redis.call('HGET', KEYS[1], 'conversation') ~= ARGV[1] then return 'unknown' end
if redis.call('HEXISTS', KEYS[1], 'answered') == 1 then return 'conflict' end
local now = tonumber(ARGV[2])
local waiting = tonumber(redis.call('HGET', KEYS[1], 'waiting') or '0')
if waiting > now then
  redis.call('HSET', KEYS[1], 'message', ARGV[4], 'answered', '1')
  redis.call('PUBLISH', ARGV[5], '')
  return 'taken'
end
local isKept = redis.call('HEXISTS', KEYS[1], 'message') == 1
if isKept and tonumber(redis.call('HGET', KEYS[1], 'until') or '0') > now then return 'conflict' end
redis.call('HSET', KEYS[1], 'message', ARGV[4], 'until', now + tonumber(ARGV[3]))
return 'kept'`);

const outcomeSchema = v.picklist(['taken', 'kept', 'unknown', 'conflict']);
const textSchema = v.nullable(v.string());

/** Channels of several processes: browsers may answer any of them. */
export function createRedisChannels(link: RedisLink, clock: Clock): Channels {
  const key = (channel: string): string => `channel:${channel}`;
  const claim = async (channel: string, conversationId: string): Promise<boolean> =>
    (await link.run(CLAIM, key(channel), conversationId, CHANNEL_KEPT_MS)) === 1;

  return {
    conversationOf: async (channel) => v.parse(textSchema, await link.run(CONVERSATION, key(channel))) ?? undefined,
    async open(conversationId) {
      const channel = createId('ch', clock);
      await claim(channel, conversationId);
      return channel;
    },
    claim,
    async wait(channel, timeoutMs, signal) {
      signal.throwIfAborted();
      const arrival = createArrival(clock, timeoutMs, signal);
      // Subscribe before reading, so that no message between the two is missed.
      const close = await link.subscribe(key(channel), arrival.touch);
      const stopListening = link.onReturn(arrival.touch);
      try {
        const kept = v.parse(textSchema, await link.run(WAIT, key(channel), clock.now(), clock.now() + timeoutMs));
        if (kept !== '') return readMessage(kept);
        await arrival.isOver;
        return readMessage(v.parse(textSchema, await link.run(LEAVE, key(channel))));
      } finally {
        arrival.end();
        stopListening();
        await close();
        signal.throwIfAborted();
      }
    },
    publish: async (channel, conversationId, message) =>
      v.parse(
        outcomeSchema,
        await link.run(
          PUBLISH,
          key(channel),
          conversationId,
          clock.now(),
          KEPT_MESSAGE_MS,
          JSON.stringify(message),
          link.topic(key(channel)),
        ),
      ),
  };
}

function readMessage(text: string | null): JsonObject | undefined {
  return text === null ? undefined : v.parse(jsonObjectSchema, parseJson(text));
}

/** A message has arrived, the time limit has passed, or the turn was stopped. */
function createArrival(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal,
): { isOver: Promise<void>; touch: () => void; end: () => void } {
  let touch = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    touch = resolve;
  });
  const cancel = clock.setTimer(() => touch(), timeoutMs);
  const onAbort = (): void => touch();
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    isOver,
    touch: () => touch(),
    end() {
      cancel();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
