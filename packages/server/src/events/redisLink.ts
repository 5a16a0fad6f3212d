import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../lib/apiError';
import { REDIS_ANSWER_MS, REDIS_START_MS } from '../config/deadlines';
import { beginDatabaseWait, databaseTimeLeft } from '../db/databaseTime';
import { createPatience, NoAnswerError } from './answerInTime';
import { createClusterClients, createServerClients, type RedisClients } from './redisClients';

/** A Lua script, which runs atomically. */
export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

/** Creates a script. It accesses the given `KEYS`, and may `PUBLISH`. */
export function redisScript(text: string): RedisScript {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

/** A connection to Redis or Valkey that reconnects. Keys and topics are given without the installation's prefix. */
export interface RedisLink {
  /** Name of a topic in scripts. */
  topic(name: string): string;
  /**
   * The part that contains a key. Keys of different parts cannot be used in one script; a single server has one part,
   * a cluster one per slot.
   */
  partOf(key: string): number;
  /** Runs a script on one key, or on several of one part. @throws ApiError SERVICE_UNAVAILABLE while Redis cannot be reached */
  run(script: RedisScript, keys: string | readonly string[], ...args: readonly (string | number)[]): Promise<unknown>;
  /** Publishes to the subscribers of a topic. @returns their number */
  publish(name: string, message: string): Promise<number>;
  /** Subscribes to a topic. @returns a function that unsubscribes */
  subscribe(name: string, listener: (message: string) => void): Promise<() => Promise<void>>;
  /** Calls back after each reconnection, because messages may have been missed. @returns stops it */
  onReturn(listener: () => void): () => void;
  readonly isReady: boolean;
  /** Rejects if Redis does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Options of a link. */
export interface RedisLinkOptions {
  /** `redis://user:password@host:port/database`, `rediss://` for TLS */
  url: string;
  /** Whether that is a node of a Redis Cluster, which knows the other nodes. @default false */
  isCluster?: boolean | undefined;
  /** Prefix of all keys and topics, so that installations can share a Redis. @default `sotto:` */
  prefix?: string | undefined;
  /** Called when the connection is lost and when it is restored. */
  onChange?: ((isReady: boolean, error?: unknown) => void) | undefined;
}

/** Prefixes of Redis errors that are permanent. */
const REFUSALS = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|DB index|AUTH))/;

/**
 * Opens two connections: one for commands, one for subscriptions; in a cluster, one to each master and one for
 * subscriptions.
 *
 * While Redis is unavailable, commands fail immediately instead of being queued, and within two seconds if it stops
 * responding; callers that can, continue without it. If Redis is unavailable at the start, it is waited for two
 * seconds and then retried in the background.
 *
 * @throws the client's error if Redis refuses: wrong password, unknown database
 */
export async function connectRedis({
  url,
  isCluster,
  prefix = 'sotto:',
  onChange,
}: RedisLinkOptions): Promise<RedisLink> {
  const pair = openClients(url, isCluster === true ? createClusterClients : createServerClients);
  const { clients } = pair;
  const returnListeners = new Set<() => void>();
  await pair.start();
  if (!pair.isReady()) onChange?.(false, pair.lastError());
  pair.watch((isReady, error) => {
    onChange?.(isReady, error);
    if (isReady) for (const listener of returnListeners) listener();
  });
  const ask = <Value>(work: () => Promise<Value>): Promise<Value> =>
    orUnavailable(() => inRequestTime(() => pair.answered(work)));

  return {
    topic: (name) => prefix + name,
    get isReady() {
      return pair.isReady();
    },
    run: (script, keys, ...args) =>
      ask(() =>
        runScript(
          clients,
          script,
          [keys].flat().map((key) => prefix + key),
          args.map(String),
        ),
      ),
    partOf: (key) => clients.partOf(prefix + key),
    publish: (name, message) => ask(() => clients.publish(prefix + name, message)),
    async subscribe(name, listener) {
      const onMessage = (message: string): void => listener(message);
      await ask(() => clients.subscribe(prefix + name, onMessage));
      return async () => {
        await pair.answered(() => clients.unsubscribe(prefix + name, onMessage)).catch(() => undefined);
      };
    },
    onReturn(listener) {
      returnListeners.add(listener);
      return () => returnListeners.delete(listener);
    },
    ping: async () => void (await ask(() => clients.ping())),
    close: async () => pair.close(),
  };
}

/** Several connections that count as one. */
function openClients(url: string, create: (url: string, mayReturn: () => boolean) => RedisClients) {
  let isOpen = true;
  let wasReady: boolean | undefined;
  let lastError: unknown;
  let settle: (isReady: boolean, error?: unknown) => void = () => undefined;
  const clients = create(url, () => isOpen);
  const patience = createPatience(REDIS_ANSWER_MS, () => {
    check();
  });
  const isReady = (): boolean => clients.isReady && patience.isAnswered;
  const check = (error?: unknown): void => {
    lastError = error ?? lastError;
    if (!isOpen || wasReady === undefined || isReady() === wasReady) return;
    wasReady = !wasReady;
    settle(wasReady, error);
  };
  clients.watch(() => {
    patience.forget();
    check();
  }, check);
  const close = (): void => {
    isOpen = false;
    clients.destroy();
  };
  return {
    clients,
    isReady,
    lastError: () => lastError,
    /** @throws NoAnswerError immediately while an earlier response is overdue */
    answered: <Value>(work: () => Promise<Value>): Promise<Value> =>
      patience.isAnswered ? patience.answered(work()) : Promise.reject(new Error('Redis does not answer')),
    async start() {
      await Promise.race([clients.connect().catch(() => undefined), untilRefused(clients), wait(REDIS_START_MS)]);
      wasReady = isReady();
      if (!wasReady && isRefusal(lastError)) {
        close();
        throw lastError;
      }
    },
    close,
    watch: (listener: typeof settle) => (settle = listener),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && REFUSALS.test(error.message);
}

function untilRefused(clients: RedisClients): Promise<void> {
  return new Promise((resolve) => {
    clients.watch(
      () => undefined,
      (error) => {
        if (isRefusal(error)) resolve();
      },
    );
  });
}

async function runScript(
  clients: RedisClients,
  { digest, text }: RedisScript,
  keys: string[],
  args: string[],
): Promise<unknown> {
  try {
    return await clients.runDigest(digest, keys, args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return clients.runText(text, keys, args);
  }
}

/**
 * Waits no longer than the request that asks may wait for the database: while both are silent, a call takes no longer than
 * with one of them.
 */
async function inRequestTime<Value>(work: () => Promise<Value>): Promise<Value> {
  const leftMs = databaseTimeLeft(REDIS_ANSWER_MS);
  if (leftMs <= 0) throw new NoAnswerError('The time of the request is used up');
  const endWait = beginDatabaseWait();
  let timer: NodeJS.Timeout | undefined;
  try {
    const answered = work();
    // The usual limit is kept by `answered` itself.
    if (leftMs >= REDIS_ANSWER_MS) return await answered;
    const late = new Promise<never>((_, reject) => {
      const error = new NoAnswerError(`No answer within the ${String(leftMs)} ms that the request had left`);
      timer = setTimeout(reject, leftMs, error);
    });
    return await Promise.race([answered, late]);
  } finally {
    endWait();
    clearTimeout(timer);
  }
}

async function orUnavailable<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The server cannot reach its event store', {
      cause,
      retryAfterSeconds: 2,
    });
  }
}
