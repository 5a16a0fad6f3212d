// The programs that the bench starts: servers, and the model's endpoint, each in a process of its own.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/machine/postgres.mjs';
import { startRedis } from '../../scripts/machine/redis.mjs';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const LIMITS = ['LIMIT_SESSIONS', 'LIMIT_REPLIES', 'LIMIT_REPLIES_PER_ADDRESS', 'LIMIT_CALLS'];
const BUDGETS = [
  'BUDGET_ACCOUNT',
  'BUDGET_WIDGET',
  'BUDGET_ADDRESS',
  'BUDGET_SUBJECT',
  'BUDGET_UPLOADS',
  'BUDGET_WORK',
];

/** Starts the endpoint. */
export async function startModel(tokensPerSecond) {
  const child = fork(file('model.mjs'), [String(tokensPerSecond)]);
  const { url } = await next(child);
  return { url, ask: (wish) => ask(child, wish), stop: () => child.kill('SIGKILL') };
}

/** What several servers meet in: that of the environment, or a PostgreSQL and a Redis for this run alone. */
export async function startShared() {
  const secret = { SOTTO_SECRET: 'the secret of all processes of the bench' };
  if (process.env.DATABASE_URL && process.env.REDIS_URL) return { settings: secret, stop: () => undefined };
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  const stop = () => {
    postgres.stop();
    redis.stop();
  };
  return { settings: { ...secret, DATABASE_URL: postgres.url, REDIS_URL: redis.url }, stop };
}

/**
 * Starts a server that answers with the endpoint, with the flags of deploy/. @param settings - its environment, besides
 * what the bench sets
 */
export async function startServer(modelUrl, settings) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-bench-'));
  const limits = Object.fromEntries(LIMITS.map((name) => [name, '1000000']));
  const env = {
    ...process.env,
    ...limits,
    ...Object.fromEntries(BUDGETS.map((name) => [name, 'off'])),
    PORT: '0',
    SOTTO_DATA_DIR: folder,
    SOTTO_LOG: 'error',
    DRAIN_SECONDS: '0',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: 'bench',
    ...settings,
  };
  const flags = `--max-semi-space-size=64 ${process.env.BENCH_FLAGS ?? ''}`.split(' ').filter(Boolean);
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      ...flags,
      '--import',
      file('probe.mjs'),
      process.env.BENCH_SERVER ?? file('../../packages/server/dist/cli.js'),
    ],
    { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const found = /ready on (\S+)/.exec(chunk.toString())?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
    void ended.then(() => reject(new Error('The server ended')));
  });
  return {
    url,
    ask: (wish) => ask(child, wish),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ask(child, wish) {
  child.send(wish);
  return next(child);
}

function next(child) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('A process of the bench ended'));
    child.once('exit', fail).once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}
