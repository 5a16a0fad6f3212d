import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
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
  /** Moves its clock ahead; what it waits for takes as long as before. */
  advance(ms: number): void;
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

/**
 * A port that nobody listens on, from below those that the system gives away by itself: nothing takes it by chance before
 * it is used. For what must have its port before it starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/**
 * Starts server and model on free ports with an empty data folder. For files that stop their server, want other settings
 * or an empty database; all others share one (useStack.ts).
 */
export async function startStack({ guide = false, hasPublicUrl = false, env = {} }: StackOptions = {}): Promise<Stack> {
  const model = await startScriptedModel();
  const dataDir = mkdtempSync(join(tmpdir(), 'sotto-e2e-'));
  const server = await startServer(
    (port) => ({
      SOTTO_DATA_DIR: dataDir,
      ...(guide ? {} : { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'test', OPENAI_MODEL: 'scripted' }),
      ...(hasPublicUrl && { PUBLIC_URL: `http://127.0.0.1:${String(port)}` }),
      ...env,
    }),
    hasPublicUrl,
  );
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

/** @param needsPort - whether `envOf` uses the port; else the system chooses one. @default false */
async function startServer(envOf: (port: number) => Record<string, string>, needsPort = false): Promise<ServerProcess> {
  let child: ChildProcess | undefined;
  let output = '';
  let port: number | undefined;

  async function start(): Promise<void> {
    // Started again, it has the same port. A public address must be known before the start.
    const own = port ?? (needsPort ? await freePort() : 0);
    // The database's WebAssembly is compiled quickly rather than well: a server here lives for a minute.
    const started = spawn(process.execPath, ['--liftoff-only', 'e2e/serve.mjs'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        SOTTO_LATE_FILES: process.env['SOTTO_LATE_FILES'],
        PORT: String(own),
        HOST: '127.0.0.1',
        ...envOf(own),
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
    let listening: number | undefined;
    while (listening === undefined || !(await isReady(listening))) {
      const [, chosen] = /Sotto is ready on \S+:(\d+)\n/.exec(output.slice(before)) ?? [];
      if (chosen !== undefined) listening = Number(chosen);
      if (started.exitCode !== null || Date.now() > deadline) {
        started.kill('SIGKILL');
        if (needsPort && port === undefined && output.slice(before).includes('is in use by another program'))
          return start();
        throw new Error(
          `The server did not start (${started.exitCode === null ? 'it took too long' : `exit code ${String(started.exitCode)}`}):\n${output}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    port = listening;
  }

  await start();
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    output: () => output,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    advance(advanceMs) {
      child?.send({ advanceMs });
    },
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await exit)[0];
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${String(port)}/readyz`)).ok;
  } catch {
    return false;
  }
}
