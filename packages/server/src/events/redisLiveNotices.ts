import { createMemoryLiveNotices, type LiveNotices } from './liveNotices';
import type { RedisLink } from './redisLink';

const noted = (): undefined => undefined;

/**
 * The notifications of several processes. While Redis is unavailable, this process still receives its own; others
 * detect the change at the end of their wait.
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
