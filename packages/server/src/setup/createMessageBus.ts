import type { Clock } from '@sotto/widget-core/api';
import { createMemoryBus, type MessageBus } from '../events/messageBus';
import { createRedisBus } from '../events/redisBus';
import { connectRedis } from '../events/redisLink';
import { describeFailure, type Logger } from '../lib/logger';
import { ConfigError, type ServerConfig } from '../config/serverConfig';

/**
 * Where this process meets others: in Redis when the settings name one, else it is alone. A Redis that is away is
 * sought in the background.
 *
 * @throws ConfigError when that Redis refuses this server
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

/** Without the address, which may hold a password. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
