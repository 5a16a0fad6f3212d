import * as v from 'valibot';
import { redisScript, type RedisLink } from './redisLink';

/** Metrics of a process, and their age. */
export interface Reading {
  readonly process: string;
  readonly text: string;
  readonly ageMs: number;
}

/** Metrics that processes publish for each other. */
export interface Readings {
  publish(process: string, text: string): Promise<void>;
  /** Metrics of all processes that have not signed off, including this one. */
  read(): Promise<readonly Reading[]>;
  /** Removes a process that ends regularly. */
  forget(process: string): Promise<void>;
}

/** How long a killed process is listed, in seconds. */
const REMEMBERED_SECONDS = 3_600;
const KEY = 'metrics';

/** ARGV: process, text, seconds. */
const PUBLISH = redisScript(`
redis.call('HSET', KEYS[1], ARGV[1], redis.call('TIME')[1] .. ' ' .. ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])`);
/** ARGV: seconds. Returns process, age and text of each, in sequence. */
const READ = redisScript(`
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
local found = {}
for index = 1, #all, 2 do
  local space = string.find(all[index + 1], ' ', 1, true)
  local age = now - tonumber(string.sub(all[index + 1], 1, space - 1))
  if age > tonumber(ARGV[1]) then
    redis.call('HDEL', KEYS[1], all[index])
  else
    found[#found + 1] = all[index]
    found[#found + 1] = tostring(age)
    found[#found + 1] = string.sub(all[index + 1], space + 1)
  end
end
return found`);
const FORGET = redisScript(`redis.call('HDEL', KEYS[1], ARGV[1])`);
const foundSchema = v.array(v.string());

/** Metrics in a Redis hash, with timestamps of Redis. */
export function createRedisReadings(link: RedisLink): Readings {
  return {
    publish: async (process, text) => void (await link.run(PUBLISH, KEY, process, text, REMEMBERED_SECONDS)),
    async read() {
      const found = v.parse(foundSchema, await link.run(READ, KEY, REMEMBERED_SECONDS));
      return Array.from({ length: found.length / 3 }, (_, index) => {
        const [process = '', age = '', text = ''] = found.slice(index * 3, index * 3 + 3);
        return { process, text, ageMs: Number(age) * 1000 };
      });
    },
    forget: async (process) => void (await link.run(FORGET, KEY, process)),
  };
}
