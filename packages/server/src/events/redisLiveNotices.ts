import { createMemoryLiveNotices, type LiveNotices } from './liveNotices';
import type { RedisLink } from './redisLink';

const noted = (): undefined => undefined;

/**
 * Notifications of several processes. While Redis is unavailable, a process receives only its own; others detect
 * changes when their wait ends.
 */
export function createRedisLiveNotices(link: RedisLink): LiveNotices {
  const own = createMemoryLiveNotices();
  const topic = (conversationId: string): string => `live:${conversationId}`;
  return {
    async notify(conversationId) {
      await own.notify(conversationId);
      await link.publish(topic(conversationId), '').catch(noted);
    },
    async subscribe(conversationId, listener) {
      const leave = await own.subscribe(conversationId, listener);
      const unsubscribe = await link.subscribe(topic(conversationId), listener).catch(noted);
      return async () => {
        await leave();
        await unsubscribe?.();
      };
    },
    close: () => {
      own.close();
    },
  };
}
