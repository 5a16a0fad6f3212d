import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSource } from './bundleSource';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Where it is reached; rejects with what it said when it ends before it is ready. */
  readonly ready: Promise<string>;
  /** Its exit code or signal, once it has ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Everything it said. */
  output(): string;
}

/** Programs that tests start and kill. */
const PROGRAMS = {
  serverProcess: new URL('./serverProcess.ts', import.meta.url),
  writerProcess: new URL('./writerProcess.ts', import.meta.url),
  openingProcess: new URL('./openingProcess.ts', import.meta.url),
  cli: new URL('../../cli.ts', import.meta.url),
};

/** Bundles a program of this folder from the sources, so that the test needs no build. @returns the bundle's path */
export async function bundleProcess(name: keyof typeof PROGRAMS = 'serverProcess'): Promise<string> {
  const folder = fileURLToPath(
    new URL('../../../node_modules/.cache/sotto/process/src/testing/processes/', import.meta.url),
  );
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${name}-${String(process.pid)}.mjs`);
  await bundleSource(fileURLToPath(PROGRAMS[name]), outfile);
  return outfile;
}

/** Everybody in a test has one address. */
const WITHOUT_BUDGETS = {
  BUDGET_ACCOUNT: 'off',
  BUDGET_WIDGET: 'off',
  BUDGET_ADDRESS: 'off',
  BUDGET_SUBJECT: 'off',
  BUDGET_UPLOADS: 'off',
  BUDGET_STORAGE: 'off',
  BUDGET_WORK: 'off',
};

/** What tokens name: processes of one server, and a server that starts again, accept each other's. */
const PUBLIC_URL = 'http://localhost:3000';

/**
 * Starts the bundle on a folder, on any free port. It lives for seconds, in which optimizing the database's WebAssembly
 * would be most of the work.
 */
export function startServerProcess(bundle: string, environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, ['--liftoff-only', bundle], {
    env: { PATH: process.env['PATH'], PORT: '0', PUBLIC_URL, SOTTO_LOG: 'error', ...WITHOUT_BUDGETS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
  const ready = new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /Sotto is ready on .*[: ](\d+)\n/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://localhost:${port}`);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
  ready.catch(() => undefined);
  return { child, ready, ended, output: () => output };
}
