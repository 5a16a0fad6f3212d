// The real server with its loader and frame, as `npm start` runs it, on a port and a data folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT } from './env.mjs';

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** `origin` is another site than the harness's own pages on 127.0.0.1, so that a frame has a process of its own. */
export async function startSotto() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sotto-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['e2e/serve.mjs'], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      SOTTO_DATA_DIR: dataDir,
      NODE_ENV: 'production',
    },
  });
  const origin = `http://localhost:${port}`;
  for (let waited = 0; ; waited += 100) {
    if (child.exitCode !== null || waited > 30000) throw new Error('the server did not start');
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    await new Promise((r) => setTimeout(r, 100));
  }
  return {
    origin,
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
