import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@redis/client';

const NODES = 3;
const SLOTS = 16_384;

/** A Redis Cluster of three masters without replicas. */
export interface TestCluster {
  readonly url: string;
  /** The keys at each master. */
  keys(prefix: string): Promise<string[][]>;
  /** Lets time pass for everything that is kept for a time. */
  pass(prefix: string, ms: number): Promise<void>;
  /** Takes a master away as a crash would. @returns what brings it back, empty */
  kill(index: number): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Starts one on free ports, in memory. */
export async function startRedisCluster(): Promise<TestCluster> {
  const program = findProgram();
  const folder = await mkdtemp(join(tmpdir(), 'sotto-cluster-'));
  const ports = await Promise.all(Array.from({ length: NODES }, clusterPort));
  const children: ChildProcess[] = [];
  const clients = ports.map((port) => {
    const client = createClient({ url: `redis://127.0.0.1:${String(port)}`, socket: { reconnectStrategy: 50 } });
    return client.on('error', () => undefined);
  });

  async function start(index: number): Promise<void> {
    const port = String(ports[index]);
    const child = spawn(
      program,
      [
        ...['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
        ...[
          '--cluster-enabled',
          'yes',
          '--cluster-config-file',
          `nodes-${port}.conf`,
          '--cluster-node-timeout',
          '1000',
        ],
      ],
      { stdio: 'ignore' },
    );
    children[index] = child;
    await until(async () => (await clients[index]?.ping()) === 'PONG');
  }
  const isWhole = async (): Promise<boolean> => {
    const infos = await Promise.all(clients.map((client) => client.sendCommand<string>(['CLUSTER', 'INFO'])));
    return infos.every(
      (info) => /cluster_state:ok/.test(info) && info.includes(`cluster_known_nodes:${String(NODES)}`),
    );
  };

  const started = ports.map((_, index) => start(index));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(started);
  const share = Math.ceil(SLOTS / NODES);
  for (const [index, client] of clients.entries()) {
    const last = Math.min((index + 1) * share, SLOTS) - 1;
    await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', String(index * share), String(last)]);
    if (index > 0) await client.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(ports[0])]);
  }
  await until(isWhole);
  return {
    url: `redis://127.0.0.1:${String(ports[0])}`,
    keys: (prefix) => Promise.all(clients.map((client) => client.keys(`${prefix}*`))),
    async pass(prefix, ms) {
      for (const client of clients)
        for (const key of await client.keys(`${prefix}*`)) {
          const left = await client.pTTL(key);
          if (left >= 0 && left <= ms) await client.del(key);
          else if (left >= 0) await client.pExpire(key, left - ms);
        }
    },
    async kill(index) {
      const child = children[index];
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
      return async () => {
        await start(index);
        await until(isWhole);
      };
    },
    async stop() {
      for (const client of clients) client.destroy();
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findProgram(): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const found = ['valkey-server', 'redis-server']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error('Redis was not found');
  return found;
}

/** A free port below 55536: nodes speak to each other on the one 10,000 above. */
async function clusterPort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    if (port < 55_536) return port;
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; Date.now() < giveUpAt;) {
    if (await isSo().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The Redis Cluster of the tests is not ready');
}
