import { createClient, createCluster } from '@redis/client';

/** Redis commands in use. A script gets keys of one part. */
export type KeyPart = number;

/** Connections of a link: one for commands and one for subscriptions; in a cluster, one to each master. */
export interface RedisClients {
  readonly isReady: boolean;
  /** Connects; later changes are reported by `watch`. */
  connect(): Promise<unknown>;
  runDigest(digest: string, keys: string[], args: string[]): Promise<unknown>;
  runText(text: string, keys: string[], args: string[]): Promise<unknown>;
  publish(topic: string, message: string): Promise<number>;
  subscribe(topic: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(topic: string, listener: (message: string) => void): Promise<void>;
  /** Rejects unless every node answers. */
  ping(): Promise<unknown>;
  /** Keys of different parts cannot be used in one script. */
  partOf(key: string): KeyPart;
  watch(onReady: () => void, onChange: (error?: unknown) => void): void;
  destroy(): void;
}

/** Time limit for connecting, in milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Maximum delay between reconnection attempts, in milliseconds. */
const RETRY_MAX_MS = 1_000;
/** A connection without any data for this long, in milliseconds, counts as lost; pings are always answered. */
const SILENCE_MS = 15_000;
/** Ping interval of an idle connection, in milliseconds. */
const PING_MS = 5_000;
/** Number of slots in a cluster (Redis Cluster specification). */
const SLOTS = 16_384;

/** @param mayReturn - whether to reconnect a lost connection */
function optionsOf(mayReturn: () => boolean) {
  return {
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries: number) =>
        mayReturn() ? Math.min(50 * 2 ** retries, RETRY_MAX_MS) : (false as const),
    },
  };
}

/** Connections to a single server. */
export function createServerClients(url: string, mayReturn: () => boolean): RedisClients {
  const make = () => createClient({ url, ...optionsOf(mayReturn) });
  const [commands, listening] = [make(), make()];
  const both = [commands, listening];
  return {
    get isReady() {
      return both.every((client) => client.isReady);
    },
    connect: () => Promise.all(both.map((client) => client.connect())),
    runDigest: (digest, keys, args) => commands.evalSha(digest, { keys, arguments: args }),
    runText: (text, keys, args) => commands.eval(text, { keys, arguments: args }),
    publish: (topic, message) => commands.publish(topic, message),
    subscribe: (topic, listener) => listening.subscribe(topic, listener),
    unsubscribe: (topic, listener) => listening.unsubscribe(topic, listener),
    ping: () => commands.ping(),
    partOf: () => 0,
    watch(onReady, onChange) {
      for (const client of both) client.on('ready', onReady).on('error', onChange);
    },
    destroy() {
      for (const client of both) if (client.isOpen) client.destroy();
    },
  };
}

/** Connections to the masters of a Redis Cluster. @param url - of any node, which knows the others */
export function createClusterClients(url: string, mayReturn: () => boolean): RedisClients {
  const { username, password, protocol } = new URL(url);
  const { socket, ...options } = optionsOf(mayReturn);
  const cluster = createCluster({
    rootNodes: [{ url, ...options, socket: { ...socket, reconnectStrategy: false } }],
    defaults: {
      ...options,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: { ...socket, ...(protocol === 'rediss:' && { tls: true as const }) },
    },
  });
  const nodes = () => cluster.masters.flatMap(({ client }) => (client ? [client] : []));
  return {
    get isReady() {
      const masters = nodes();
      const listener = cluster.pubSubNode?.client;
      return (
        cluster.isReady &&
        masters.length > 0 &&
        masters.length === cluster.masters.length &&
        masters.every((client) => client.isReady) &&
        (listener === undefined || listener.isReady)
      );
    },
    async connect() {
      for (let pause = 50; mayReturn(); pause = Math.min(pause * 2, RETRY_MAX_MS))
        try {
          return await cluster.connect();
        } catch {
          await new Promise((resolve) => setTimeout(resolve, pause).unref());
        }
      return undefined;
    },
    runDigest: (digest, keys, args) => cluster.evalSha(digest, { keys, arguments: args }),
    runText: (text, keys, args) => cluster.eval(text, { keys, arguments: args }),
    publish: (topic, message) => cluster.publish(topic, message),
    subscribe: (topic, listener) => cluster.subscribe(topic, listener),
    // Typed for both texts and bytes; unsubscribing needs the same function.
    unsubscribe: (topic, listener) =>
      cluster.unsubscribe(topic, listener as unknown as Parameters<typeof cluster.unsubscribe>[1]),
    ping: () => Promise.all(nodes().map((client) => client.ping())),
    partOf: slotOf,
    watch(onReady, onChange) {
      cluster
        .on('connect', onReady)
        .on('node-ready', onReady)
        .on('node-error', onChange)
        .on('node-disconnect', () => {
          onChange();
        })
        .on('error', onChange);
    },
    destroy() {
      if (cluster.isOpen) cluster.destroy();
    },
  };
}

/** Slot of a key: CRC-16/XMODEM of the key, or of the part between its first braces. */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open < 0 ? -1 : key.indexOf('}', open + 1);
  const tagged = close > open + 1 ? key.slice(open + 1, close) : key;
  let crc = 0;
  for (const byte of new TextEncoder().encode(tagged)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc % SLOTS;
}
