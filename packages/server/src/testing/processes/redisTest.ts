import { randomBytes } from 'node:crypto';
import { createClient } from '@redis/client';
import { connectRedis, type RedisLink } from '../../events/redisLink';

/** Where the tests find Redis; undefined: they are left out. */
export const TEST_REDIS_URL = process.env['SOTTO_TEST_REDIS_URL'];

/** A room of its own in the Redis of the tests. */
export interface TestRedis {
  readonly url: string;
  readonly prefix: string;
  /** Connects one more process. */
  connect(): Promise<RedisLink>;
  /** Lets time pass for everything that is kept for a time. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a room; everything in it is gone at its close. */
export async function openTestRedis(url: string): Promise<TestRedis> {
  const prefix = `sotto-test-${randomBytes(6).toString('hex')}:`;
  const client = createClient({ url });
  await client.connect();
  const links: RedisLink[] = [];
  return {
    url,
    prefix,
    async connect() {
      const link = await connectRedis({ url, prefix });
      links.push(link);
      return link;
    },
    async pass(ms) {
      for (const key of await client.keys(`${prefix}*`)) {
        const left = await client.pTTL(key);
        if (left < 0) continue;
        if (left <= ms) await client.del(key);
        else await client.pExpire(key, left - ms);
      }
    },
    async close() {
      await Promise.all(links.map((link) => link.close()));
      const keys = await client.keys(`${prefix}*`);
      if (keys.length > 0) await client.del(keys);
      client.destroy();
    },
  };
}
