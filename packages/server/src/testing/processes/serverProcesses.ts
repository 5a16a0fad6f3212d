import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleProcess, startServerProcess, type ServerProcess } from './startServerProcess';

/** How a suite starts servers; they and their folders are gone after it. */
export interface ServerProcesses {
  newFolder(): Promise<string>;
  /** Starts one on a folder, with more variables in its environment. */
  start(folder: string, environment?: Record<string, string>): ServerProcess;
}

/** Servers in processes of their own for the suite that calls it. */
export function useServerProcesses(): ServerProcesses {
  let bundle: string;
  const folders: string[] = [];
  const processes: ServerProcess[] = [];
  beforeAll(async () => {
    bundle = await bundleProcess();
  });
  afterAll(async () => {
    for (const { child, ended } of processes) {
      child.kill('SIGKILL');
      await ended;
    }
    await Promise.all([...folders.map((folder) => rm(folder, { recursive: true, force: true })), rm(bundle)]);
  });
  return {
    async newFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'sotto-process-'));
      folders.push(folder);
      return folder;
    },
    start(folder, environment = {}) {
      const server = startServerProcess(bundle, { SOTTO_DATA_DIR: folder, ...environment });
      processes.push(server);
      return server;
    },
  };
}
