// A Redis of its own for the tests: in memory, in a temporary folder, on a free port, gone afterwards.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installWithApt, isRootOnDebian } from './debian.mjs';
import { freePort } from './ports.mjs';

const DEBIAN_PACKAGES = ['redis-server'];
/** How long it may take to answer, in milliseconds. */
const START_LIMIT_MS = 15_000;

/**
 * Starts Redis or Valkey; as root on Debian it is installed when it is missing.
 *
 * @returns its address and ways to take it away for a while, with everything in it, and to end it
 * @throws a sentence that names the command, when there is none
 */
export async function startRedis() {
  const program = findProgram() ?? (isRootOnDebian() ? (installWithApt(DEBIAN_PACKAGES), findProgram()) : undefined);
  if (!program)
    throw new Error('Redis was not found, and the tests need it. On Debian: sudo apt-get install redis-server');
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-redis-'));
  const port = await freePort();
  let child;
  const pause = () => child.kill('SIGKILL');
  const stop = () => {
    pause();
    rmSync(folder, { recursive: true, force: true });
  };
  const resume = async () => {
    child = spawn(
      program,
      ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    if (await answers(port, child)) return;
    stop();
    throw new Error(`Redis could not be started for the tests: ${program} on port ${port}`);
  };
  await resume();
  return { url: `redis://127.0.0.1:${port}`, pause, resume, stop };
}

function findProgram() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'];
  return ['valkey-server', 'redis-server']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** Asks until it answers, ends or takes too long. */
async function answers(port, child) {
  for (const giveUpAt = Date.now() + START_LIMIT_MS; Date.now() < giveUpAt && child.exitCode === null;) {
    const isThere = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.once('data', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (isThere) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
