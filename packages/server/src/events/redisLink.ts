import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { ApiError } from '../lib/apiError';
import { REDIS_ANSWER_MS, REDIS_START_MS } from '../config/deadlines';
import { createPatience } from './answerInTime';

/** A Lua script: what it does happens at once, or not at all. */
export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

/** Makes a script. It touches the keys it is given, `KEYS`, and may tell others through `PUBLISH`. */
export function redisScript(text: string): RedisScript {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

/**
 * A connection to Redis or Valkey that comes back by itself. Keys and topics are given without the prefix of the
 * installation.
 */
export interface RedisLink {
  /** The name under which a topic is known to scripts. */
  topic(name: string): string;
  /** Runs a script on one key, or on several. @throws ApiError SERVICE_UNAVAILABLE while Redis cannot be reached */
  run(script: RedisScript, keys: string | readonly string[], ...args: readonly (string | number)[]): Promise<unknown>;
  /** Tells everybody who listens to a topic. @returns how many that were */
  publish(name: string, message: string): Promise<number>;
  /** Hears a topic. @returns what ends it */
  subscribe(name: string, listener: (message: string) => void): Promise<() => Promise<void>>;
  /** Calls back whenever the connection has come back: messages may have been missed. @returns what ends it */
  onReturn(listener: () => void): () => void;
  readonly isReady: boolean;
  /** Rejects when Redis does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How a link is made. */
export interface RedisLinkOptions {
  /** `redis://user:password@host:port/database`, `rediss://` for TLS */
  url: string;
  /** Begins every key and topic, so that several installations can share a Redis. @default `sotto:` */
  prefix?: string | undefined;
  /** Told when the connection is lost and when it is back. */
  onChange?: ((isReady: boolean, error?: unknown) => void) | undefined;
}

/** How long a connection may take to be made, in milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Longest time between two attempts to come back, in milliseconds. */
const RETRY_MAX_MS = 1_000;
/**
 * A connection on which nothing has come for this long, in milliseconds, is lost; there is always the answer to a ping.
 */
const SILENCE_MS = 15_000;
/** How often an idle connection is asked whether it lives, in milliseconds. */
const PING_MS = 5_000;
/** How Redis begins to say that it does not want this server. It will not change its mind. */
const REFUSALS = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|DB index|AUTH))/;

/**
 * Connects twice: one connection for commands, one that listens.
 *
 * Commands fail at once while Redis is away instead of queueing up, and within two seconds when it stops answering; who
 * can do without goes on without. A
 * Redis that is away at the start is waited for two seconds and then sought in the background.
 *
 * @throws the client's own error when Redis refuses: a wrong password, a database that it does not have
 */
export async function connectRedis({ url, prefix = 'sotto:', onChange }: RedisLinkOptions): Promise<RedisLink> {
  const pair = openPair(url);
  const { commands, listening } = pair;
  const returnListeners = new Set<() => void>();
  await pair.start();
  if (!pair.isReady()) onChange?.(false, pair.lastError());
  pair.watch((isReady, error) => {
    onChange?.(isReady, error);
    if (isReady) for (const listener of returnListeners) listener();
  });
  const ask = <Value>(work: () => Promise<Value>): Promise<Value> => orUnavailable(() => pair.answered(work));

  return {
    topic: (name) => prefix + name,
    get isReady() {
      return pair.isReady();
    },
    run: (script, keys, ...args) =>
      ask(() =>
        runScript(commands, script, { keys: [keys].flat().map((key) => prefix + key), arguments: args.map(String) }),
      ),
    publish: (name, message) => ask(() => commands.publish(prefix + name, message)),
    async subscribe(name, listener) {
      const onMessage = (message: string): void => listener(message);
      await ask(() => listening.subscribe(prefix + name, onMessage));
      return async () => {
        await pair.answered(() => listening.unsubscribe(prefix + name, onMessage)).catch(() => undefined);
      };
    },
    onReturn(listener) {
      returnListeners.add(listener);
      return () => returnListeners.delete(listener);
    },
    ping: async () => void (await ask(() => commands.ping())),
    close: async () => pair.close(),
  };
}

type Client = ReturnType<typeof createRedisClient>;

function createRedisClient(url: string, mayReturn: () => boolean) {
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => (mayReturn() ? Math.min(50 * 2 ** retries, RETRY_MAX_MS) : false),
    },
  });
}

/** Two connections that are lost and come back together, as far as anybody can see. */
function openPair(url: string) {
  let isOpen = true;
  let wasReady: boolean | undefined;
  let lastError: unknown;
  let settle: (isReady: boolean, error?: unknown) => void = () => undefined;
  const [commands, listening] = [createRedisClient(url, () => isOpen), createRedisClient(url, () => isOpen)];
  const both = [commands, listening];
  const patience = createPatience(REDIS_ANSWER_MS, () => {
    check();
  });
  const isReady = (): boolean => commands.isReady && listening.isReady && patience.isAnswered;
  const check = (error?: unknown): void => {
    lastError = error ?? lastError;
    if (!isOpen || wasReady === undefined || isReady() === wasReady) return;
    wasReady = !wasReady;
    settle(wasReady, error);
  };
  for (const client of both)
    client
      .on('ready', () => {
        patience.forget();
        check();
      })
      .on('error', check);
  const close = (): void => {
    isOpen = false;
    for (const client of both) if (client.isOpen) client.destroy();
  };
  return {
    commands,
    listening,
    isReady,
    lastError: () => lastError,
    /** @throws NoAnswerError at once while an earlier answer is owed */
    answered: <Value>(work: () => Promise<Value>): Promise<Value> =>
      patience.isAnswered ? patience.answered(work()) : Promise.reject(new Error('Redis does not answer')),
    async start() {
      await Promise.race([
        Promise.all(both.map((client) => client.connect())).catch(() => undefined),
        untilRefused(both),
        wait(REDIS_START_MS),
      ]);
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

function untilRefused(clients: readonly Client[]): Promise<void> {
  return new Promise((resolve) => {
    for (const client of clients)
      client.on('error', (error: unknown) => {
        if (isRefusal(error)) resolve();
      });
  });
}

async function runScript(
  client: Client,
  { digest, text }: RedisScript,
  options: { keys: string[]; arguments: string[] },
): Promise<unknown> {
  try {
    return await client.evalSha(digest, options);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(text, options);
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
