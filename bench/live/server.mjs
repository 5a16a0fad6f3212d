// A server and an owner for benches that measure what people wait for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/machine/workspace.mjs';

const EMAIL = 'owner@example.com';

/** Starts the built server, with a folder of its own unless the settings name one, and waits until it answers. */
export async function startServer(settings) {
  const folder = settings?.SOTTO_DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'sotto-live-'));
  const env = { ...process.env, PORT: '0', SOTTO_DATA_DIR: folder, LIMIT_CALLS: '1000000', ...settings };
  const child = spawn(process.execPath, [path.join(root, 'packages', 'server', 'dist', 'cli.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  while (!/ready on (\S+)/.test(output)) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output}`);
    await wait(50);
  }
  return {
    url: /ready on (\S+)/.exec(output)[1],
    pid: child.pid,
    output: () => output,
    async stop() {
      if (child.kill('SIGTERM')) await once(child, 'exit');
      if (settings?.SOTTO_DATA_DIR === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls the API. @throws when the answer is no success */
export async function call(server, where, { body, headers = {} } = {}) {
  const response = await fetch(`${server.url}/v1/${where}`, {
    method: body ? 'POST' : 'GET',
    headers: { Origin: server.url, ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${where}: ${await response.text()}`);
  return response;
}

/** Signs an owner in. @returns the headers of their browser */
export async function signIn(server) {
  await call(server, 'auth/signin/email', { body: { email: EMAIL } });
  const code = /Your code is (\d{6})/.exec(server.output())[1];
  const response = await call(server, 'auth/signin/verify', { body: { email: EMAIL, code, name: 'Owner' } });
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
}
