import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startScriptedModel, type ScriptedModel } from './scriptedModel';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** For a machine that is busy with everything else at once. */
const READY_WITHIN_MS = 90_000;

/** The real server as a process of its own, as an operator runs it. */
export interface ServerProcess {
  readonly origin: string;
  readonly output: () => string;
  /** The process that runs now. */
  readonly pid: number;
  /** Ends it in the way an operator or a crash would, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same port and the same data. */
  start(): Promise<void>;
}

/** Server, model and data folder of one test file. */
export interface Stack extends ServerProcess {
  readonly model: ScriptedModel;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** How a stack differs from the plain one. */
export interface StackOptions {
  /** Answer with the embedded guide instead of the scripted model. @default false */
  guide?: boolean;
  /**
   * Tell the server where it is reached, as behind a proxy: what sends people elsewhere and back needs it. @default
   * false
   */
  hasPublicUrl?: boolean;
  env?: Record<string, string>;
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Starts server and model on free ports with an empty data folder. For files that stop their server, want other settings
 * or an empty database; all others share one (useStack.ts).
 */
export async function startStack({ guide = false, hasPublicUrl = false, env = {} }: StackOptions = {}): Promise<Stack> {
  const model = await startScriptedModel();
  const dataDir = mkdtempSync(join(tmpdir(), 'sotto-e2e-'));
  // A server that is told its address must have one before it starts.
  const port = hasPublicUrl ? await freePort() : 0;
  const server = await startServer(port, {
    SOTTO_DATA_DIR: dataDir,
    ...(guide ? {} : { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'test', OPENAI_MODEL: 'scripted' }),
    ...(hasPublicUrl && { PUBLIC_URL: `http://127.0.0.1:${String(port)}` }),
    ...env,
  });
  return {
    ...server,
    get pid() {
      return server.pid;
    },
    model,
    dataDir,
    async close() {
      model.release();
      await server.stop('SIGTERM');
      await model.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startServer(wishedPort: number, env: Record<string, string>): Promise<ServerProcess> {
  let child: ChildProcess | undefined;
  let output = '';
  // Started again, it has the port that the system gave it first.
  let port = wishedPort;

  async function start(): Promise<void> {
    // The database's WebAssembly is compiled quickly rather than well: a server here lives for a minute.
    const started = spawn(process.execPath, ['--liftoff-only', 'e2e/serve.mjs'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        SOTTO_LATE_FILES: process.env['SOTTO_LATE_FILES'],
        PORT: String(port),
        HOST: '127.0.0.1',
        ...env,
      },
    });
    child = started;
    const before = output.length;
    const collect = (data: Buffer): void => {
      output += data.toString('utf8');
    };
    started.stdout?.on('data', collect);
    started.stderr?.on('data', collect);
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await isReady())) {
      if (started.exitCode !== null || Date.now() > deadline) {
        started.kill('SIGKILL');
        throw new Error(
          `The server did not start (${started.exitCode === null ? 'it took too long' : `exit code ${String(started.exitCode)}`}):\n${output}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }

    async function isReady(): Promise<boolean> {
      const [, own] = /Sotto is ready on \S+:(\d+)\s/.exec(output.slice(before)) ?? [];
      if (own === undefined) return false;
      port = Number(own);
      return (await fetch(`http://127.0.0.1:${own}/readyz`).catch(() => undefined))?.ok === true;
    }
  }

  await start();
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    output: () => output,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await exit)[0];
    },
  };
}
