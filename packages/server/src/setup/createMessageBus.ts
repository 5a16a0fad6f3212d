import type { Clock } from '@sotto/widget-core/api';
import { createMemoryBus, type MessageBus } from '../events/messageBus';
import { createRedisBus } from '../events/redisBus';
import { connectRedis } from '../events/redisLink';
import { describeFailure, type Logger } from '../lib/logger';
import { ConfigError, type ServerConfig } from '../config/serverConfig';

/**
 * Connects the processes of an installation: through Redis if it is configured, otherwise there is only this process.
 * If Redis is unavailable, reconnects in the background.
 *
 * @throws ConfigError if Redis rejects this server
 */
export async function createMessageBus(
  { redisUrl, redisIsCluster, redisPrefix }: ServerConfig,
  clock: Clock,
  logger: Logger,
): Promise<MessageBus> {
  if (redisUrl === undefined) return createMemoryBus(clock);
  try {
    const link = await connectRedis({
      url: redisUrl,
      isCluster: redisIsCluster,
      prefix: redisPrefix,
      onChange(isReady, error) {
        if (isReady) logger.info({ event: 'redis', state: 'back' });
        else logger.error({ event: 'redis', state: 'away', ...(error !== undefined && describeFailure(error)) });
      },
    });
    return createRedisBus(link, clock);
  } catch (cause) {
    throw new ConfigError(`The Redis of REDIS_URL refuses this server: ${reasonOf(cause)}`, { cause });
  }
}

/** The error without the address, which may contain a password. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
